/** Functions that write, by the last of their names: `axios.post`, `$.post`, `http.delete`, `navigator.sendBeacon`. */
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
/** Functions that read; those of `$.get` and `axios.get`. */
const READERS = /^(?:get|getJSON|load|fetch|head)$/;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i;
/** Names under which options say the method, and those under which they say the address. */
const SAYS_METHOD = /^(?:method|type|verb|httpMethod|_method|formMethod)$/;

/** A call or an object that is being read. */
interface Open {
  /** What is called: the last of its names; empty for an object, a list or a group. */
  readonly callee: string;
  readonly isCall: boolean;
  /** Strings and names of constants in it that may be its address. */
  readonly addresses: string[];
  readonly names: string[];
  method: string | undefined;
}

/**
 * By which methods a script asks for what it names, as far as its text tells: by the function that is called, by an
 * argument (`open('POST', '/x')`), by an option (`fetch('/x', { method: 'DELETE' })`, `{ type: 'POST', url: '/x' }`), also
 * where the address stands in a constant. It is told the script's tokens in their order.
 */
export class ScriptMethods {
  readonly #asked = new Map<string, Set<string>>();
  /** The strings that constants and members hold. */
  readonly #held = new Map<string, string>();
  readonly #namesAsked = new Map<string, Set<string>>();
  readonly #open: Open[] = [];
  /** The last name, and the one that a value is given to. */
  #name = '';
  #given = '';

  /** The method that an address is asked by: what writes, unless it is read, too; undefined where nothing tells. */
  of(address: string): string | undefined {
    const methods = new Set(this.#asked.get(address));
    for (const [name, value] of this.#held)
      if (value === address) for (const method of this.#namesAsked.get(name) ?? []) methods.add(method);
    return writtenBy(methods);
  }

  token(kind: 'name' | 'sign', value: string): void {
    if (kind === 'name') {
      // What `new` makes asks as a function does: `new Request('/x', …)`.
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

  /** What an object says of its call or of the address in it; what a call says of its first argument. */
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

/** The method that counts among those by which an address is asked: GET where it is read, too. */
export const writtenBy = (methods: ReadonlySet<string>): string | undefined =>
  methods.has('GET') || methods.has('HEAD') ? 'GET' : [...methods][0];
