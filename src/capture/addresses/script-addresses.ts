import jsTokens from 'js-tokens';
import { isScriptAddress, TAG } from './like-address.ts';
import { RoutePaths } from './route-paths.ts';
import { shownAddresses } from './text-addresses.ts';

/** Longest script read, in characters; larger ones are whole programs. */
const LONGEST_SCRIPT = 3_000_000;

/** An address in a script, with the method of its requests; undefined if unknown. */
export interface ScriptAddress {
  readonly raw: string;
  readonly method: string | undefined;
}

/** Returns the strings of a script that look like addresses; joins literals connected by +. */
export function scriptAddresses(script: string): ScriptAddress[] {
  if (script.length > LONGEST_SCRIPT) return [];
  const found = new Set<string>();
  const commented = new Set<string>();
  const methods = new ScriptMethods();
  const modules = new ModuleNames();
  const routes = new RoutePaths();
  /** Current string; undefined if a part is unknown. */
  let string: string | undefined;
  /** Previous token: a string's end, a plus behind one, or something else. */
  let last: 'string' | 'plus' | 'value' | 'other' = 'other';
  const end = (next: string) => {
    if (last === 'string' && string !== undefined) {
      methods.string(string);
      routes.string(string);
      if (isScriptAddress(string) && !modules.isOne(string, next)) found.add(string);
      for (const address of quotedAddresses(string)) found.add(address);
    }
    string = undefined;
  };
  for (const { type, value } of jsTokens(script)) {
    if (type === 'WhiteSpace' || type === 'LineTerminatorSequence') continue;
    if (/Comment$/.test(type)) {
      for (const address of shownAddresses(value.replace(/^\/[/*]+|\*\/$/g, ' '))) commented.add(address);
      continue;
    }
    if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') {
      const text = unescaped(value.slice(1, /["'`]$/.test(value.slice(1)) ? -1 : undefined));
      if (last !== 'plus') string = text;
      else if (string !== undefined) string += text;
      last = 'string';
    } else if (type === 'Punctuator' && value === '+') {
      // A part before the plus is unknown unless it is a string.
      if (last !== 'string') string = undefined;
      last = 'plus';
    } else {
      const isValue = type === 'IdentifierName' || type === 'NumericLiteral' || type.startsWith('Template');
      if (last === 'plus') string = undefined;
      // A string followed by a member or a call is part of an expression.
      if (type === 'Punctuator' && (value === '.' || value === '?.')) string = undefined;
      end(value);
      for (const reader of [methods, routes]) reader.token(type === 'IdentifierName' ? 'name' : 'sign', value);
      modules.token(value);
      last = isValue ? 'value' : 'other';
    }
  }
  end('');
  const { joined, bare } = routes.paths();
  const all = new Set([...[...found].filter((raw) => !bare.has(raw)), ...joined, ...commented]);
  return [...all].map((raw) => ({ raw, method: methods.of(raw) }));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

const unescaped = (literal: string): string =>
  literal.includes('\\')
    ? literal.replace(
        /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi,
        (_, point, unit, byte, other) => {
          const code = Number.parseInt(point ?? unit ?? byte ?? '', 16);
          if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
          return ESCAPES[other] ?? (/^[\r\n\u2028\u2029]/.test(other) ? '' : other);
        },
      )
    : literal;

/** A web address or a path from the root between quotes. */
const QUOTED = /(["'])((?:https?:\/)?\/[^"'\\\s<>]{2,2000})\1/g;

/** Returns addresses between quotes within a string: data or markup, as frameworks send with pages. */
function quotedAddresses(text: string): string[] {
  if (!/["']/.test(text)) return [];
  const quoted = [...text.replaceAll('\\/', '/').matchAll(QUOTED)].map(([, , address = '']) => address);
  return quoted.filter((address) => isScriptAddress(address) && !TAG.test(address));
}

/** Keywords and functions that name modules: `import './a'`, `export … from './a'`, `require('./a')`. */
const IMPORT_KEYWORD = /^(?:import|from)$/;
const LOADS = /^(?:require|requirejs|define|import|importScripts)$/;

/**
 * Recognises relative strings that name modules, not pages: imported or required ones, and keys of objects as written
 * by bundlers. Takes the script's other tokens in order.
 */
class ModuleNames {
  #before = '';
  #beforeThat = '';
  /** True while a list of modules is open. */
  #isList = false;

  /** @param next the token behind the string */
  isOne(text: string, next: string): boolean {
    if (!text.startsWith('.')) return false;
    const isKey = next === ':' && /^[{,]$/.test(this.#before);
    const isLoaded = this.#before === '(' && LOADS.test(this.#beforeThat);
    return isKey || isLoaded || this.#isList || IMPORT_KEYWORD.test(this.#before);
  }

  token(value: string): void {
    if (value === '[' && this.#before === '(' && LOADS.test(this.#beforeThat)) this.#isList = true;
    else if (value === ']') this.#isList = false;
    this.#beforeThat = this.#before;
    this.#before = value;
  }
}

/** Functions that write, by last name: `axios.post`, `$.post`, `http.delete`, `navigator.sendBeacon`. */
const WRITERS: Readonly<Record<string, string>> = {
  post: 'POST',
  postForm: 'POST',
  put: 'PUT',
  putForm: 'PUT',
  patch: 'PATCH',
  patchForm: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
  destroy: 'DELETE',
  sendBeacon: 'POST',
};
/** Functions that read, by the last part of the name: `$.get`, `axios.get`. */
const READERS = /^(?:get|getJSON|load|fetch|head)$/;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i;
/** Names of options that contain the method. */
const SAYS_METHOD = /^(?:method|type|verb|httpMethod|_method|formMethod)$/;

/** An unfinished call or object. */
interface Open {
  /** Last part of the called function's name; empty for an object, a list or a group. */
  readonly callee: string;
  readonly isCall: boolean;
  /** Strings and names of constants that may be the address of the call. */
  readonly addresses: string[];
  readonly names: string[];
  method: string | undefined;
}

/**
 * Finds the method by which a script requests an address: by the called function, an argument (`open('POST', '/x')`) or
 * an option (`{ type: 'POST', url: '/x' }`). Takes the script's tokens in order.
 */
class ScriptMethods {
  readonly #asked = new Map<string, Set<string>>();
  /** Strings by the name of their constant or member. */
  readonly #held = new Map<string, string>();
  readonly #namesAsked = new Map<string, Set<string>>();
  readonly #open: Open[] = [];
  /** Last name, and the name that is assigned a value. */
  #name = '';
  #given = '';

  /** Returns the method of requests for an address; reading wins over writing; undefined if unknown. */
  of(address: string): string | undefined {
    const methods = new Set(this.#asked.get(address));
    for (const [name, value] of this.#held)
      if (value === address) for (const method of this.#namesAsked.get(name) ?? []) methods.add(method);
    return writtenBy(methods);
  }

  token(kind: 'name' | 'sign', value: string): void {
    if (kind === 'name') {
      // Constructors count as functions: `new Request('/x', …)`.
      if (value === 'new') return;
      this.#name = value;
      this.#open.at(-1)?.names.push(value);
      return;
    }
    if (value === '=' || value === ':') this.#given = this.#name;
    else if (value === ',' || value === ';') this.#given = '';
    else if (value === '(' || value === '{' || value === '[') {
      const isCall = value === '(' && this.#name !== '';
      const callee = isCall ? this.#name : '';
      this.#open.push({ callee, isCall, addresses: [], names: [], method: undefined });
      this.#given = '';
    } else if (value === ')' || value === '}' || value === ']') this.#close();
    if (value !== '.' && value !== '?.') this.#name = '';
  }

  string(text: string): void {
    const open = this.#open.at(-1);
    if (open && METHOD.test(text) && (SAYS_METHOD.test(this.#given) || (open.isCall && open.addresses.length === 0)))
      open.method = text.toUpperCase();
    else {
      if (this.#given !== '') this.#held.set(this.#given, text);
      open?.addresses.push(text);
    }
    this.#name = '';
    this.#given = '';
  }

  /** Applies an object's method to addresses inside or to the outer call, and a call's method to the first argument. */
  #close(): void {
    const closed = this.#open.pop();
    if (!closed) return;
    const above = this.#open.at(-1);
    const { callee, isCall, addresses, names } = closed;
    if (!isCall) {
      if (closed.method !== undefined && addresses.length > 0) this.#asks(addresses, names, closed.method);
      if (above?.isCall) above.method ??= closed.method;
      return;
    }
    const method = WRITERS[callee] ?? closed.method ?? (READERS.test(callee) ? 'GET' : undefined);
    if (method !== undefined) this.#asks(addresses.slice(0, 1), addresses.length === 0 ? names : [], method);
  }

  #asks(addresses: readonly string[], names: readonly string[], method: string): void {
    for (const address of addresses) note(this.#asked, address, method);
    for (const name of names) note(this.#namesAsked, name, method);
  }
}

function note(book: Map<string, Set<string>>, key: string, method: string): void {
  const known = book.get(key) ?? new Set();
  book.set(key, known.add(method));
}

/** Returns the method that counts among several for one address: GET if the address is also read. */
export const writtenBy = (methods: ReadonlySet<string>): string | undefined =>
  methods.has('GET') || methods.has('HEAD') ? 'GET' : [...methods][0];
