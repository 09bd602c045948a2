/** Words of a path, or names of a parameter, that say that a request ends a session or deletes something. */
const DESTRUCTIVE = /^(?:log(?:out|off)|sign(?:out|off)|delete|remove|destroy|unsubscribe|cancel)$/;
/** The same in two words. */
const LEAVES = /^(?:log|sign) (?:out|off)$/;
/** Parameters whose value says what is to be done. */
const ACTION = /^_?(?:action|act|do|op|operation|cmd|command|method|mode|task|event)$/;

/**
 * Whether an address says, by whole words, that asking for it ends a session or deletes something: `/items/3/delete`,
 * `/logoutUser`, `?action=remove`; but not `/removed-items`, nor `?q=delete`.
 */
export function isDestructiveAddress({ pathname, searchParams }: URL): boolean {
  if (saysSo(words(unescaped(pathname)))) return true;
  return [...searchParams].some(
    ([name, value]) => saysSo(words(name)) || (ACTION.test(name.toLowerCase()) && saysSo(words(value))),
  );
}

/** In lower case; those of `deleteItem` are two. */
const words = (text: string): readonly string[] =>
  text
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

const saysSo = (all: readonly string[]): boolean =>
  all.some((word, index) => DESTRUCTIVE.test(word) || LEAVES.test(`${word} ${all[index + 1]}`));

function unescaped(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
