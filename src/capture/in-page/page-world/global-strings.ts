/** Set that collects strings that may be addresses, from global variables and their contents. */
declare const texts: Set<string>;

/** Most inspected values, most stored strings, and the longest of these, in characters. */
let left = 20_000;
const MOST = 2000;
const LONGEST = 2000;
const seen = new Set<object>();
const waiting: object[] = [window];
const look = (value: unknown) => {
  if (typeof value === 'string') {
    if (value.length <= LONGEST && (value.includes('/') || value.includes('.')) && texts.size < MOST) texts.add(value);
  } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value);
    waiting.push(value);
  }
};

const { values: mapped } = Map.prototype;
const { values: gathered } = Set.prototype;
seen.add(window);
for (let at = 0; at < waiting.length && left > 0; at++) {
  const one = waiting[at];
  if (one === undefined || one instanceof Node || ArrayBuffer.isView(one)) continue;
  const held = one instanceof Map ? mapped.call(one) : one instanceof Set ? gathered.call(one) : [];
  for (const value of held) {
    if (left-- <= 0) break;
    look(value);
  }
  for (const name of Object.keys(one)) {
    if (left-- <= 0) break;
    const property = Object.getOwnPropertyDescriptor(one, name);
    if (property && 'value' in property) look(property.value);
  }
}
