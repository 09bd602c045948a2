/** Files below this number of lines are no concepts of their own, if only one file uses them. */
const LEAST_LINES = 25;
export const MOST_LINES = 400;
const MOST_FILES = 20;
export const MOST_COLLABORATORS = 8;

interface SourceSize {
  readonly file: string;
  readonly lines: number;
  /** The files that import it. */
  readonly importers: readonly string[];
}

/** Files too small to stand alone: short, and used by one file. Members of a registry, one per file, are exempt. */
export const fragments = (files: readonly SourceSize[]): string[] =>
  files
    .filter(({ lines, importers }) => lines < LEAST_LINES && importers.length === 1)
    .filter(({ importers }) => !importers[0]?.endsWith('/registry.ts'))
    .map(({ file }) => file);

/** Folders with too many files directly in them. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);
}

/** The comments of a source, or a page of docs without its examples. */
export function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm)].map(([comment]) => comment).join('\n');
}

/** Sources and pages named in a text: `crawl/visit.ts`, `docs/lab.md`, `src/crawl/`. */
const namedPaths = (prose: string): string[] => [
  ...new Set(
    [
      ...prose.matchAll(/(?<![\w*{}/.-])((?:\.{1,2}\/)*[\w-]+(?:[\w./-]*[\w-])?\.(?:tsx?|mjs|md))\b(?![\w.]*\/)/g),
      ...prose.matchAll(/(?<![\w*{}/.-])((?:src|test|bench|docs)\/(?:[\w-]+\/)*)(?![\w*{-])/g),
    ].map(([, path = '']) => path),
  ),
];

/** Named paths that are not the end of any file's or folder's path. */
export function missingPaths(prose: string, files: readonly string[]): string[] {
  const isThere = (path: string) => {
    const bare = path.replace(/^(\.{1,2}\/)+/, '');
    return files.some(
      (file) => file === bare || file.endsWith(`/${bare}`) || (bare.endsWith('/') && file.startsWith(bare)),
    );
  };
  return namedPaths(prose).filter((path) => !isThere(path));
}

/** Splits at commas or semicolons outside brackets. */
function members(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  const text = `${list};`.replace(/=>/g, '->');
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if ('([{<'.includes(sign)) depth++;
    else if (')]}'.includes(sign) || (sign === '>' && text[at - 1] !== '-')) depth--;
    else if (depth === 0 && (sign === ',' || sign === ';')) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return found.filter((member) => member !== '');
}

/** The text between a bracket and its partner. */
function bracketed(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth++;
    else if (')]}'.includes(text[at] ?? '') && --depth === 0) return text.slice(open + 1, at);
  }
  return '';
}

const PLAIN =
  /^(?:string|number|boolean|bigint|undefined|null|Readonly|ReadonlySet|ReadonlyMap|Set|Map|Record|true|false)$/;

/** Tells whether a member's type is an object with behaviour: it has a named type, or is a function. */
function isCollaborator(member: string, isValue: (type: string) => boolean): boolean {
  if (/^(?:readonly )?[\w#]+\??\(/.test(member) || member.includes('->')) return true;
  const type = member.slice(member.indexOf(':') + 1).replace(/'[^']*'/g, '');
  return (type.match(/[A-Za-z]\w*/g) ?? []).some((word) => /^[A-Z]/.test(word) && !PLAIN.test(word) && !isValue(word));
}

interface Extended {
  readonly name: string;
  /** The used fields; undefined: all. */
  readonly keys?: readonly (string | undefined)[];
}

/** Types of sources, by their names. */
interface KnownTypes {
  /** The text between the braces of an interface, and the interfaces that it extends. */
  readonly interfaces: ReadonlyMap<string, { readonly body: string; readonly extended: readonly Extended[] }>;
  /** Names of plain values, such as `type SiteId = number`. */
  readonly values: ReadonlySet<string>;
}

/** The interfaces of sources without comments; and the types that are numbers, texts or lists of them. */
export function knownTypes(texts: readonly string[]): KnownTypes {
  const interfaces = new Map<string, { body: string; extended: readonly Extended[] }>();
  const values = new Set<string>();
  for (const text of texts) {
    for (const head of text.matchAll(/\binterface (\w+)(?:<[^{]*>)?(?: extends ([^{]+))? \{/g)) {
      // `Pick<Web, 'robots' | 'delay'>` brings these alone.
      const picked = [...(head[2] ?? '').matchAll(/Pick<(\w+), ([^>]*)>/g)].map(([, name = '', keys = '']) => ({
        name,
        keys: [...keys.matchAll(/'(\w+)'/g)].map(([, key]) => key),
      }));
      const whole = [...(head[2] ?? '').replace(/Pick<[^>]*>/g, '').matchAll(/[A-Z]\w*/g)].map(([name]) => ({ name }));
      const extended = [...picked, ...whole];
      interfaces.set(head[1] ?? '', { body: bracketed(text, (head.index ?? 0) + head[0].length - 1), extended });
    }
    for (const [, name = ''] of text.matchAll(/\btype (\w+) = (?:number|string|bigint|boolean|'|\|| \(typeof)/g))
      values.add(name);
  }
  return { interfaces, values };
}

/**
 * The collaborators of each object of a source without comments: objects and functions among its constructor's
 * parameters; of a bag named `parts`, or of such a type, each such field counts.
 */
export function collaborators(text: string, { interfaces, values }: KnownTypes): { name: string; count: number }[] {
  const isValue = (type: string) => values.has(type);
  const fieldsOf = (name: string): string[] => {
    const known = interfaces.get(name);
    if (!known) return [];
    const extended = known.extended.flatMap(({ name: one, keys }) =>
      fieldsOf(one).filter((field) => !keys || keys.includes(/^(?:readonly )?(\w+)/.exec(field)?.[1])),
    );
    return [...members(known.body), ...extended];
  };
  return [...text.matchAll(/\bclass (\w+)[^{]*\{|\bfunction ((?:open|make|create)[A-Z]\w*)(?:<[^(]*>)?\(/g)].flatMap(
    (head) => {
      const name = head[1] ?? head[2] ?? '';
      const from = (head.index ?? 0) + head[0].length - 1;
      const body = bracketed(text, from);
      const own = /\bconstructor\(/.exec(body);
      const parameters =
        head[2] !== undefined ? body : own ? bracketed(body, own.index + own[0].length - 1) : undefined;
      if (parameters === undefined) return [];
      const taken = members(parameters).flatMap((parameter) => {
        const type = parameter.slice(parameter.lastIndexOf(':') + 1).trim();
        return /^parts\b/.test(parameter) || /Parts$/.test(type) ? fieldsOf(type) : [parameter];
      });
      return [{ name, count: taken.filter((one) => isCollaborator(one, isValue)).length }];
    },
  );
}
