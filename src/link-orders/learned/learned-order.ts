import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Rank } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';
import { isFilePath } from '../../url/file-types.ts';
import { patternOf } from '../../url/page-pattern.ts';
import type { LinkOrder, Rerank } from '../link-order.ts';
import { BreadthFirst, Turns } from './breadth-first-turns.ts';
import { keyOf, read, written } from './kept-state.ts';
import { type Candidate, featureName, featuresOf, SECTIONS } from './link-features.ts';
import type { LinkModel } from './link-model.ts';
import { WaitingLinks } from './waiting-links.ts';

/** New link of a visited page, with features. */
interface FoundLink {
  readonly id: LinkId;
  readonly site: SiteId;
  readonly url: string;
  readonly anchor: string;
  readonly level: number;
  readonly features: Float32Array;
}

interface Observed {
  /** Features of the visited link. */
  readonly features: Float32Array;
  /** Links to pages that were unknown before. */
  readonly found: readonly FoundLink[];
}

/**
 * Converts an observation to features. A link's position counts internal links only, as recordings keep no others.
 *
 * @param known features of the visited link, if computed before
 */
export function observed(
  { visit, claimed, links }: Observation,
  known: Float32Array | undefined,
  likeness: Likeness = () => undefined,
): Observed {
  const features = known ?? featuresOf(candidateOf(claimed, likeness));
  const level = features[SECTIONS.measures.from] ?? 0;
  const { title, reward, newExternal, relevance } = visit;
  const page = {
    id: claimed.id,
    url: claimed.url,
    pattern: patternOf(new URL(claimed.url)),
    title,
    level,
    reward,
    newExternal,
    internal: links.length,
    relevance,
  };
  const found: FoundLink[] = [];
  for (const [place, seen] of links.entries()) {
    if (!seen.isNew) continue;
    const { id, site, url, anchor, context, tagPath } = seen;
    const address = new URL(url);
    if (isFilePath(address.pathname)) continue;
    const near = likeness({ url, anchor, context }, page);
    const link = { site, url: address, level: level + 1, anchor, tagPath, place, page, likeness: near };
    found.push({ id, site, url, anchor, level: level + 1, features: featuresOf(link) });
  }
  return { features, found };
}

/** Returns the likenesses of a link's text to the topic; undefined without a topic. */
type Likeness = (
  link: Pick<LinkView, 'url' | 'anchor' | 'context'>,
  page: { readonly url: string; readonly title: string } | undefined,
) => Candidate['likeness'];

const candidateOf = (
  { site, url, level, anchor, context, tagPath, place, source }: LinkView,
  likeness: Likeness = () => undefined,
): Candidate => ({
  site,
  url: new URL(url),
  level,
  anchor,
  tagPath,
  place,
  page: source && {
    id: source.id,
    pattern: patternOf(new URL(source.url)),
    level: source.level,
    reward: source.reward,
    newExternal: source.newExternal,
    internal: source.internal,
    relevance: source.relevance,
  },
  likeness: likeness({ url, anchor, context }, source),
});

/** Number of waiting links to score again for each page whose value changed. */
const NEAR_BY = 30;
/** Number of waiting links to score again in rotation at each visit. */
const IN_TURN = 100;
/** Number of waiting links above which fewer are scored in rotation. */
const FEW = 10_000;
/** Number of waiting links to score in rotation if many wait, as scores of many are soon outdated anyway. */
const IN_TURN_OF_MANY = 30;
/** Visits before giving up on a link chosen by breadth first, which may be unreachable. */
const GIVEN_UP = 50;
/** Visits for which a chosen link counts as a pending breadth-first turn, as the link may be in flight. */
const PATIENCE = 4;
/** Lanes: start pages first if there is a topic, then links chosen by breadth first, then all others. */
const START = 2;
const CHOSEN = 1;
/** Most reasons in an expectation. */
const MOST_REASONS = 5;
/** Steps of a score per unit. Rounding avoids moving links for small changes. */
const STEPS = 32;

interface LearnedParts {
  readonly model: LinkModel;
  /** Key that differs between orders that learn different states from the same observations. */
  readonly basis: string;
  /** Most waiting links to remember. */
  readonly remembered?: number | undefined;
  /** Likeness of a link's text to the topic; absent without a topic. */
  readonly likeness?: Likeness;
  /** Fixed part of a link's score, by its features. Leads from the start, so breadth first gets few turns. */
  readonly lean?: (features: Float32Array) => number;
  /** Rounding offset of a link's scores, fixed in [0, 1); default one half, which rounds to the nearest step. */
  readonly luck?: (link: LinkId) => number;
}

/** Ranks links by the predictions of a model that learns from each visit. */
export function learnedOrder({ model, basis, remembered, likeness, lean, luck = () => 0.5 }: LearnedParts): LinkOrder {
  /** Last reported score of each link. */
  const reported = new Map<LinkId, number>();
  const waiting = new WaitingLinks(remembered, (link) => reported.delete(link));
  const breadthFirst = new BreadthFirst();
  const turns = new Turns(lean !== undefined);
  /** Unvisited links chosen by breadth first, with the number of visits since. */
  const chosen = new Map<LinkId, number>();

  const rankOf = (link: LinkId, features: Float32Array): Rank => ({
    lane: 0,
    value: Math.floor((model.score(features) + (lean?.(features) ?? 0)) * STEPS + luck(link)) / STEPS,
  });

  const featuresFor = (link: LinkView) => waiting.get(link.id) ?? featuresOf(candidateOf(link, likeness));

  return {
    rescoresHead: true,

    kept: {
      key: keyOf(basis),
      save() {
        const ofModel = model.save();
        return (
          ofModel &&
          written({
            model: ofModel,
            waiting: waiting.save(),
            breadthFirst: breadthFirst.save((link) => waiting.has(link)),
            turns: turns.save(),
            chosen: Float64Array.from([...chosen].flat()),
          })
        );
      },
      load(bytes) {
        const kept = read(bytes);
        if (!kept) return false;
        model.load(kept.model);
        waiting.load(kept.waiting);
        breadthFirst.load(kept.breadthFirst);
        turns.load(kept.turns);
        for (let at = 0; at < kept.chosen.length; at += 2) chosen.set(kept.chosen[at] ?? 0, kept.chosen[at + 1] ?? 0);
        return true;
      },
    },

    get arriving() {
      return model.isDue;
    },

    rank(link) {
      if (lean && link.level === 0) return { lane: START, value: 0 };
      if (chosen.has(link.id)) return { lane: CHOSEN, value: 0 };
      const known = waiting.get(link.id);
      const rank = rankOf(link.id, known ?? featuresOf(candidateOf(link, likeness)));
      if (known) reported.set(link.id, rank.value);
      return rank;
    },

    expect(link) {
      const features = featuresFor(link);
      const parts = [...model.parts(features)].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
      const because = parts.slice(0, MOST_REASONS).filter(([, by]) => by !== 0);
      return {
        worth: model.reward(features),
        because: because.map(([at, by]) => ({ what: featureName(at, link), factor: Math.exp(by) })),
      };
    },

    learn(observation) {
      const { visit, claimed } = observation;
      const { features, found } = observed(observation, waiting.take(visit.link), likeness);
      reported.delete(visit.link);
      const changed = model.learn({ id: visit.link, features }, claimed.source?.id, visit.reward, found);
      const near = new Set<LinkId>();
      for (const one of changed) waiting.near(one, NEAR_BY, near);
      const others = waiting.inTurn(waiting.size > FEW ? IN_TURN_OF_MANY : IN_TURN);
      for (const link of found) {
        waiting.add(link.id, link.features);
        breadthFirst.add(link.id, link.site, link.level);
      }
      turns.add(chosen.delete(visit.link), visit.reward);
      const next = choose(others);
      return rescored(next, near, others);
    },
  };

  /** Returns the next breadth-first link, if a turn is due. Adds links to `stale` after giving up on them. */
  function choose(stale: LinkId[]): LinkId | undefined {
    let taken = 0;
    for (const [link, visits] of chosen) {
      chosen.set(link, visits + 1);
      if (visits < PATIENCE) taken++;
      if (visits + 1 < GIVEN_UP) continue;
      chosen.delete(link);
      reported.delete(link);
      if (waiting.has(link)) stale.push(link);
    }
    if (!turns.isDue(taken)) return undefined;
    const link = breadthFirst.take((one) => waiting.has(one));
    if (link !== undefined) chosen.set(link, 0);
    return link;
  }

  /** Generator, so that replaying observations scores nothing. */
  function* rescored(next: LinkId | undefined, near: ReadonlySet<LinkId>, others: readonly LinkId[]): Iterable<Rerank> {
    model.fitAhead();
    if (next !== undefined) yield { link: next, rank: { lane: CHOSEN, value: 0 } };
    for (const link of new Set([...near, ...others])) {
      const features = waiting.get(link);
      if (!features || chosen.has(link)) continue;
      const rank = rankOf(link, features);
      if (reported.get(link) === rank.value) continue;
      reported.set(link, rank.value);
      yield { link, rank };
    }
  }
}
