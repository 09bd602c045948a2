import type { Answer, World } from '../../../src/lab/world.ts';
import { identityKey } from '../../../src/url/normalise.ts';

interface Walk {
  /** The answers in the order of the visits. */
  readonly answers: readonly Answer[];
  /** Level of each visit. */
  readonly levels: readonly number[];
  /** New external links of each visit. */
  readonly gains: readonly number[];
  readonly externals: ReadonlySet<string>;
}

/** A walk of one site, breadth first or last in first out, of all visits or at most `limit`. */
export function walk(world: World, site: number, order: 'breadth' | 'depth' = 'breadth', limit = Infinity): Walk {
  const start = world.sites[site];
  if (!start) throw new Error(`no site ${site}`);
  const startKey = identityKey(new URL(start.url), world.identity);
  const known = new Set([startKey]);
  const queue = [{ key: startKey, level: 0 }];
  const externals = new Set<string>();
  const [answers, levels, gains]: [Answer[], number[], number[]] = [[], [], []];
  let next = 0;
  while (answers.length < limit) {
    const place = order === 'breadth' ? queue[next++] : queue.pop();
    if (!place) break;
    const answer = world.answer(site, place.key);
    if (!answer) throw new Error(`nothing is known of ${place.key}`);
    const before = externals.size;
    for (const { link } of answer.links) {
      if (link.kind === 'external') externals.add(link.key);
      if (link.kind !== 'internal' || known.has(link.key)) continue;
      known.add(link.key);
      queue.push({ key: link.key, level: place.level + 1 });
    }
    answers.push(answer);
    levels.push(place.level);
    gains.push(externals.size - before);
  }
  return { answers, levels, gains, externals };
}
