import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** One import of a file, or one `export … from`. */
interface Import {
  /** Specifier in the source: a package, or a path. */
  readonly from: string;
  /** Path of the imported file from the root; undefined if there is none, as for packages. */
  readonly file: string | undefined;
  /** Imported names; undefined: it may be any. */
  readonly names: readonly string[] | undefined;
  /** True if it is loaded on demand: `import('…')`. */
  readonly isLate: boolean;
  /** True if it has only types, and nothing is loaded: `import type …`, `typeof import('…')`. */
  readonly isType: boolean;
}

/** The sources below a folder, as paths from the root. */
export const sourcesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.(tsx?|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();

const texts = new Map<string, string>();
/** A source without comments on lines of their own. */
export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  texts.set(file, text);
  return text;
}

/** `a, type b as c` names a and b. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map(
      (part) =>
        part
          .trim()
          .replace(/^type /, '')
          .split(/ as |:/)[0]
          ?.trim() ?? '',
    )
    .filter((name) => name !== '');

function targetOf(file: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined;
  // The installed package runs the build.
  const target = relative(root, normalize(join(root, dirname(file), from)))
    .replace(/^dist\//, '')
    .replace(/\.js$/, '.ts');
  return existsSync(join(root, target)) ? target : undefined;
}

const STATIC = /(?:^|\n)(?:import|export)\s(type\s)?([^;'"]*?)\s?from\s'([^']+)'/g;
const LATE = /(?:\{([^{}]*)\} = await )?(typeof )?import\('([^']+)'\)\)?(?:\.(\w+))?/g;

const imports = new Map<string, readonly Import[]>();
export function importsOf(file: string): readonly Import[] {
  const known = imports.get(file);
  if (known) return known;
  const text = textOf(file);
  const early = [...text.matchAll(STATIC)].map(([, type, what = '', from = '']) => {
    const list = /^\{([^}]*)\}$/.exec(what.trim());
    const names = list ? namesIn(list[1] ?? '') : undefined;
    return { from, file: targetOf(file, from), names, isLate: false, isType: type !== undefined };
  });
  const late = [...text.matchAll(LATE)].map(([, list, type, from = '', member]) => {
    const names = list === undefined ? (member === undefined ? undefined : [member]) : namesIn(list);
    return { from, file: targetOf(file, from), names, isLate: type === undefined, isType: type !== undefined };
  });
  const all = [...early, ...late];
  imports.set(file, all);
  return all;
}

/** The names that a file exports; a default is called `default`. */
export function exportsOf(file: string): string[] {
  const text = textOf(file);
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(default|(?:const|let|function\*?|class|interface|type|enum) (\w+))/gm,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  const lists = [...listed].flatMap(([, list = '']) => list.split(',').map((part) => part.trim().split(/ as /).at(-1)));
  return [...[...declared].map(([, what = '', name]) => name ?? what), ...lists.filter((name) => name !== undefined)];
}

/** Groups of files that import each other, given the imports of each. */
export function circles(files: readonly string[], edges: (file: string) => readonly string[]): string[][] {
  const reach = new Map<string, Set<string>>();
  for (const file of files) {
    const seen = new Set<string>();
    const waiting = [...edges(file)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (!seen.has(next)) {
        seen.add(next);
        waiting.push(...edges(next));
      }
    reach.set(file, seen);
  }
  const inOne = (a: string, b: string) => reach.get(a)?.has(b) === true && reach.get(b)?.has(a) === true;
  const groups = files.filter((file) => inOne(file, file)).map((file) => files.filter((other) => inOne(file, other)));
  return groups.filter((group, index) => groups.findIndex(([first]) => first === group[0]) === index);
}

/** Tells whether loading a file loads one of some others. */
export function loadsOneOf(file: string, others: ReadonlySet<string>): boolean {
  const seen = new Set([file]);
  // Entries added during the iteration are visited, too.
  for (const one of seen) {
    if (others.has(one)) return true;
    for (const { file: target, isLate, isType } of importsOf(one))
      if (target !== undefined && !isLate && !isType && /\.tsx?$/.test(target)) seen.add(target);
  }
  return false;
}
