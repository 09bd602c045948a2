import { isHarmfulCode } from '../../safety/element.ts';
import type { Stroke } from './gestures.ts';

/** Most strokes of one handler. */
const MOST = 12;
/** Characters of a handler's source that are searched. */
const LONGEST = 20_000;
/** Characters after a comparison that are searched for its effect. */
const LONGEST_DEED = 300;

/** Keys that are pressed wherever key events are observed. */
const ALWAYS = new Set(['Enter', 'ArrowDown', 'ArrowRight', ' ', 'a', 'Escape']);

/** US layout: key, key with shift, code, number. Keys that delete are omitted. */
const CHARACTERS = [
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((key, at) => [key, key.toUpperCase(), `Key${key.toUpperCase()}`, 65 + at]),
  ...[...')!@#$%^&*('].map((shifted, at) => [String(at), shifted, `Digit${at}`, 48 + at]),
  ['/', '?', 'Slash', 191],
  ['.', '>', 'Period', 190],
  [',', '<', 'Comma', 188],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['`', '~', 'Backquote', 192],
  [' ', ' ', 'Space', 32],
] as const;
const NAMED = [
  ...(['Tab', 'Enter', 'Escape', 'Insert'] as const).map((key, at) => [key, [9, 13, 27, 45][at] ?? 0] as const),
  ...['PageUp', 'PageDown', 'End', 'Home', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'].map(
    (key, at) => [key, 33 + at] as const,
  ),
  ...Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, 112 + at] as const),
];

const free = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const strokes: readonly Stroke[] = [
  ...CHARACTERS.flatMap(([key, shifted, code, keyCode]) => [
    { ...free, key: String(key), code: String(code), keyCode: Number(keyCode) },
    { ...free, key: String(shifted), code: String(code), keyCode: Number(keyCode), shiftKey: true },
  ]),
  ...NAMED.map(([key, keyCode]) => ({ ...free, key, code: key, keyCode })),
];
/** Strokes by the literals that stand for them: strokes without shift come first. */
const byLiteral = new Map<string, Stroke>();
for (const stroke of strokes)
  for (const literal of [stroke.key, stroke.code, String(stroke.keyCode).padStart(4, '#')])
    if (!byLiteral.has(literal)) byLiteral.set(literal, stroke);

const LITERAL = String.raw`(?:(['"\x60])((?:\\.|(?!QUOTE)[^\n]){1,14})QUOTE|(\d{1,3})\b)`;
const literal = (group: number): string => LITERAL.replaceAll('QUOTE', `\\${group}`);

/** A literal that a handler compares a key with: its start, and the start of the code after. */
interface Named {
  readonly stroke: Stroke;
  readonly at: number;
  readonly end: number;
}

/**
 * Returns the strokes that a handler's source compares with, such as `e.key === '?'` or `case 'h':`, with modifiers.
 * Excludes keys that delete, are pressed anyway, or are harmful by their code.
 *
 * @param isOfCharacters true for a listener of typed characters, whose numbers are character codes instead of key codes
 */
export function namedKeys(source: string, isOfCharacters: boolean): readonly Stroke[] {
  const named = namedIn(source.slice(0, LONGEST), isOfCharacters);
  const found = new Map<string, Stroke>();
  named.forEach(({ stroke, at, end }, index) => {
    const next = named[index + 1]?.at ?? source.length;
    if (isHarmfulCode(source.slice(end, Math.min(next, end + LONGEST_DEED)))) return;
    for (const held of heldWith(source, at, end)) {
      const pressed = { ...stroke, ...held, shiftKey: stroke.shiftKey || held.shiftKey };
      const isAlways = ALWAYS.has(pressed.key) && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey;
      if (!isAlways || pressed.shiftKey) found.set(JSON.stringify(pressed), pressed);
    }
  });
  return [...found.values()].slice(0, MOST);
}

function namedIn(source: string, isOfCharacters: boolean): readonly Named[] {
  const properties = ['key', 'code', 'keyCode', 'which', 'charCode', ...aliasesIn(source)].join('|');
  const property = String.raw`(?<![\w$])(?:${properties})(?![\w$])['"\]]*(?:\??\.to(?:Lower|Upper)Case\(\))?`;
  const named: Named[] = [];
  const add = (text: string | undefined, digits: string | undefined, at: number, end: number) => {
    const character = isOfCharacters && digits ? byLiteral.get(String.fromCharCode(Number(digits))) : undefined;
    const stroke = character ?? byLiteral.get(digits?.padStart(4, '#') ?? text?.replace(/^\\(?=.$)/, '') ?? '');
    if (stroke) named.push({ stroke, at, end });
  };
  const every = (pattern: string, put: (match: RegExpExecArray, end: number) => void) => {
    for (const match of source.matchAll(new RegExp(pattern, 'g'))) put(match, match.index + match[0].length);
  };
  every(String.raw`${property}\)?\s*[!=]==?\s*${literal(1)}`, (match, end) =>
    add(match[2], match[3], match.index, end),
  );
  every(String.raw`${literal(1)}\s*[!=]==?\s*\(?(?:[\w$]+\??\.)*${property}`, (match, end) =>
    add(match[2], match[3], match.index, end),
  );
  if (new RegExp(String.raw`switch\s*\([^{]*${property}[^{]*\)\s*\{`).test(source))
    every(String.raw`\bcase\s*${literal(1)}`, (match, end) => add(match[2], match[3], match.index, end));
  every(
    String.raw`\[([^\][]{1,200})\]\s*\.\s*(?:includes|indexOf)\s*\(\s*(?:[\w$]+\??\.)*${property}`,
    (match, end) => {
      for (const [, , text, digits] of (match[1] ?? '').matchAll(new RegExp(literal(1), 'g')))
        add(text, digits, match.index, end);
    },
  );
  return named.sort((a, b) => a.at - b.at);
}

/** Returns the variables that a handler stores the key in: `const k = e.key`, `({ key: k })`. */
function aliasesIn(source: string): string[] {
  const asked = String.raw`(?:key|code|keyCode|which|charCode)(?![\w$])`;
  const assigned = source.matchAll(new RegExp(String.raw`([\w$]+)\s*=\s*[^=;,{}]*\.${asked}`, 'g'));
  const taken = source.matchAll(new RegExp(String.raw`(?<![\w$.])${asked}\s*:\s*([\w$]+)\s*[,}]`, 'g'));
  return [...assigned, ...taken].map(([, name = '']) => name.replaceAll('$', String.raw`\$`)).slice(0, 8);
}

const HELD = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const;
type Held = Pick<Stroke, (typeof HELD)[number]>;

/**
 * Returns the modifiers that a statement checks. If only other statements check some, returns none and Ctrl, since the
 * source does not tell which is meant.
 */
function heldWith(source: string, at: number, end: number): readonly Held[] {
  const begin = 1 + Math.max(...[...';{}'].map((sign) => source.lastIndexOf(sign, at - 1)));
  const after = /[;{}]/.exec(source.slice(end));
  const statement = source.slice(begin, after ? end + after.index : undefined);
  const asked = HELD.filter((name) => asksFor(statement, name));
  // `e.ctrlKey || e.metaKey` means one key on two platforms.
  const needed = asked.filter((name) => name !== 'metaKey' || !asked.includes('ctrlKey'));
  const held = { ...free, ...Object.fromEntries(needed.map((name) => [name, true])) };
  const isPlain = needed.length === 0 && !HELD.some((name) => statement.includes(name));
  return isPlain && /(?:ctrl|meta)Key/.test(source) ? [held, { ...held, ctrlKey: true }] : [held];
}

/** Tells whether a condition requires a modifier rather than its absence. */
const asksFor = (condition: string, name: string): boolean =>
  new RegExp(String.raw`(?<!!\s*(?:[\w$]+\??\.)*|!\([^()]*)(?<![\w$])${name}(?!\s*(?:===?\s*false|!==?\s*true))`).test(
    condition,
  );
