import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allVerbs } from '../src/cli/registry.ts';

export const root = join(import.meta.dirname, '..');

export const verbs = await allVerbs();

/** The documents, in reading order. */
export const docs = [
  'README.md',
  'CONTRIBUTING.md',
  'data/README.md',
  'deploy/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Block {
  readonly language: string;
  /** File name of the block, from the words after the language. */
  readonly file: string;
  readonly text: string;
}

const blocks = (path: string): Block[] =>
  [...read(path).matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', file = '', text = '']) => ({
    language,
    file,
    text,
  }));
export const blocksOf = (path: string, language: string) => blocks(path).filter((block) => block.language === language);

/** A `forager` command of a document: its arguments, and the file for its output. */
export interface DocumentedCommand {
  readonly line: string;
  readonly args: readonly string[];
  readonly output: string | undefined;
}

const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');

export const foragerCommands = (lines: readonly string[]): DocumentedCommand[] =>
  lines
    .flatMap((line) => line.split(' | '))
    .flatMap((line) => {
      const [command = '', output] = line.split(' > ');
      const [program, ...args] = words(command.replace(/^npx /, ''));
      return program === 'forager' ? [{ line, args, output }] : [];
    });
export const commandsOf = (path: string): DocumentedCommand[] =>
  foragerCommands(blocksOf(path, 'sh').flatMap(({ text }) => text.split('\n')));

export const verb = (name: string | undefined) => {
  const found = verbs.find((member) => member.name === name);
  if (!found) throw new Error(`no verb ${name}`);
  return found;
};

/** The verb of a command's arguments, and the arguments after it. */
export function verbOf(args: readonly string[]) {
  const named = verbs.filter((member) => args.slice(0, member.name.split(' ').length).join(' ') === member.name);
  // `lab advise` before `lab`.
  const [found] = named.sort((a, b) => b.name.length - a.name.length);
  return { ...verb(found?.name ?? args[0]), args: args.slice(found?.name.split(' ').length ?? 1) };
}
