import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BadInput } from '../../src/domain/errors.ts';
import { positive } from '../../src/options/kinds.ts';
import { flag } from '../../src/options/option.ts';
import { identityKey } from '../../src/url/normalise.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { benchmark, figure, type Metric } from '../benchmark.ts';
import { runChild } from '../run-child.ts';
import { startWeb } from '../start-demo-web.ts';
import { median } from '../statistics.ts';
import { installLibraries } from './libraries.ts';
import { type PortalReading, portalReading } from './portal-reading.ts';
import { libraryPortals } from './registry.ts';

const web = z.object({
  hostRules: z.string(),
  portals: z.array(
    z.object({ name: z.string(), libraries: z.string(), links: z.array(z.tuple([z.string(), z.array(z.string())])) }),
  ),
});
type Portal = z.infer<typeof web>['portals'][number];

const PASSIVE = 'passive';

/**
 * Yield and cost of exploring pages, on sites rendered by widely used libraries: share of the links that a reader finds
 * there, false links, actions, and CPU seconds compared with `passive`. The levels read the same pages alternately,
 * each in its own process; the sites' server is another.
 */
export const portals = benchmark({
  name: 'portals',
  summary: 'links and CPU time that acting on pages brings and costs, on sites made with React, Vue, jQuery and others',
  options: z.object({
    portals: flag(z.string().default(''), { value: 'NAMES', description: 'such as mui,htmx; all unless given' }),
    level: flag(z.enum(['active', 'thorough']).default('active'), {
      value: 'LEVEL',
      description: 'how they are read, beside passive',
    }),
    rounds: flag(positive.default(1), { value: 'N', description: 'turns of each level' }),
  }),
  async run({ portals: names, level, rounds }, say) {
    const chosen = chosenNames(names);
    const libraries = await installLibraries(say);
    const { web: served, close } = await startWeb({ script: 'portals/portals-web', input: { folder: libraries } }, web);
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const portals = served.portals.filter(({ name }) => chosen.has(name));
    const turns = new Map<string, PortalReading[][]>([PASSIVE, level].map((name) => [name, []]));
    try {
      for (let round = 1; round <= rounds; round++)
        for (const [name, readings] of turns) {
          say(`round ${round} of ${rounds}: ${name}`);
          readings.push(await turn(served.hostRules, portals, name, folder));
        }
    } finally {
      await close();
      await rm(folder, { recursive: true, force: true });
    }
    return metricsOf(portals, level, turns, say);
  },
});

/** @throws BadInput for a name without a portal */
function chosenNames(text: string): ReadonlySet<string> {
  const known = libraryPortals.map(({ name }) => name);
  if (text === '') return new Set(known);
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new BadInput(`--portals: no portal "${unknown}"; there are: ${known.join(', ')}`);
  return new Set(names);
}

async function turn(hostRules: string, portals: readonly Portal[], level: string, folder: string) {
  const file = join(folder, 'input.json');
  const read = portals.map(({ name, links }) => ({ name, urls: links.map(([url]) => url) }));
  await writeFile(file, JSON.stringify({ hostRules, level, portals: read }));
  const answer = z.object({ readings: z.array(portalReading) });
  return (await runChild({ script: 'portals/capture-portals', input: { file } }, answer)).readings;
}

/** Findings on a portal at a level, in all rounds. */
interface Result {
  readonly pages: number;
  readonly links: number;
  /** Number of these found; the minimum of all rounds. */
  readonly found: number;
  /** Addresses on the portals' hosts that no reader finds there; the maximum of all rounds. */
  readonly extra: number;
  readonly seconds: number;
  readonly acts: number;
  readonly rounds: number;
  readonly actedOn: number;
  readonly elements: number;
}

function resultOf({ name, links }: Portal, readings: readonly PortalReading[], say: (line: string) => void): Result {
  const truth = new Set(links.flatMap(([, there]) => there.map(identity)));
  const pages = new Set(links.map(([page]) => identity(page)));
  const hosts = new Set([...truth, ...pages].map((url) => new URL(url).host));
  const compared = readings.map(({ found, unread }) => {
    const keys = new Set(found.map(identity));
    const extra = [...keys].filter((key) => hosts.has(new URL(key).host) && !truth.has(key) && !pages.has(key));
    const missing = [...truth].filter((key) => !keys.has(key));
    for (const url of unread) say(`${name}: could not read ${url}`);
    return { missing, extra };
  });
  const [first] = compared;
  for (const url of first?.extra.slice(0, 5) ?? []) say(`${name}: false: ${url}`);
  for (const url of first?.missing.slice(0, 5) ?? []) say(`${name}: not found: ${url}`);
  const middle = (of: (reading: PortalReading) => number) => median(readings.map(of));
  return {
    pages: links.length,
    links: truth.size,
    found: truth.size - Math.max(...compared.map(({ missing }) => missing.length)),
    extra: Math.max(...compared.map(({ extra }) => extra.length)),
    seconds: middle(({ nodeSeconds, chromiumSeconds }) => nodeSeconds + chromiumSeconds),
    acts: middle(({ acts }) => acts),
    rounds: middle(({ rounds }) => rounds),
    actedOn: middle(({ pages }) => pages),
    elements: middle(({ elements }) => elements),
  };
}

function metricsOf(
  portals: readonly Portal[],
  level: string,
  turns: ReadonlyMap<string, readonly PortalReading[][]>,
  say: (line: string) => void,
): Metric[] {
  const resultsAt = (name: string, tell: (line: string) => void) =>
    portals.map((portal, at) =>
      resultOf(
        portal,
        (turns.get(name) ?? []).flatMap((readings) => readings[at] ?? []),
        tell,
      ),
    );
  const passive = resultsAt(PASSIVE, () => undefined);
  const acting = resultsAt(level, say);
  return [
    ...portals.flatMap(({ name }, at) => {
      const [before, after] = [passive[at], acting[at]];
      return before && after ? figuresOf(name, level, before, after) : [];
    }),
    ...figuresOf('all', level, sumOf(passive), sumOf(acting)),
  ];
}

const sumOf = (results: readonly Result[]): Result => {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return {
    pages: sum(({ pages }) => pages),
    links: sum(({ links }) => links),
    found: sum(({ found }) => found),
    extra: sum(({ extra }) => extra),
    seconds: sum(({ seconds }) => seconds),
    acts: sum(({ acts }) => acts),
    rounds: sum(({ rounds }) => rounds),
    actedOn: sum(({ actedOn }) => actedOn),
    elements: sum(({ elements }) => elements),
  };
};

const figuresOf = (name: string, level: string, passive: Result, acting: Result): Metric[] => [
  figure(`${name}: pages`, acting.pages, 'pages'),
  figure(`${name}: links there`, acting.links, 'links'),
  figure(`${name}: found by ${PASSIVE}`, (100 * passive.found) / passive.links, '%'),
  figure(`${name}: found by ${level}`, (100 * acting.found) / acting.links, '%'),
  figure(`${name}: false links of ${PASSIVE}`, passive.extra, 'links'),
  figure(`${name}: false links of ${level}`, acting.extra, 'links'),
  figure(`${name}: pages acted on`, acting.actedOn, 'pages'),
  figure(`${name}: acts`, acting.acts, 'acts'),
  figure(`${name}: rounds`, acting.rounds, 'rounds'),
  figure(`${name}: elements of pages acted on`, acting.elements, 'elements'),
  figure(`${name}: CPU, ${PASSIVE}`, passive.seconds, 's'),
  figure(`${name}: CPU, ${level}`, acting.seconds, 's'),
  figure(`${name}: CPU, ${level} / ${PASSIVE}`, acting.seconds / passive.seconds, 'ratio'),
];

const identity = (text: string): string => {
  const url = parseUrl(text);
  return url ? identityKey(url, { foldCase: true, ignored: new Set() }) : text;
};
