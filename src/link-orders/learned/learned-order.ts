import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Rank } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';
import { isFilePath } from '../../url/file-types.ts';
import { patternOf } from '../../url/page-pattern.ts';
import type { LinkOrder, Rerank } from '../link-order.ts';
import { keyOf, read, written } from './kept-state.ts';
import { type Candidate, featureName, featuresOf, SECTIONS } from './link-features.ts';
import type { LinkModel } from './link-model.ts';
import { BreadthFirst, Turns } from './turns.ts';
import { WaitingLinks } from './waiting-links.ts';

/** A link that was found on a page. */
interface FoundLink {
  readonly id: LinkId;
  readonly site: SiteId;
  readonly url: string;
  readonly anchor: string;
  readonly level: number;
  readonly features: Float32Array;
}

interface Observed {
  /** Of the link that was visited. */
  readonly features: Float32Array;
  /** Links to pages that no page had before. */
  readonly found: readonly FoundLink[];
}

/**
 * An observation in features. A link's place is counted among the internal links, as recordings keep no others.
 *
 * @param known features of the link that was visited, if they were worked out when it was found
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

/** How near a link's text is to the topic; undefined: there is none. */
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

/** Waiting links that are scored anew after a visit for each page whose value changed by it … */
const NEAR_BY = 30;
/** … and in turn, so that where few wait all are up to date; … */
const IN_TURN = 100;
/** … and where more than so many wait, which takes a hundred visits for all of them, … */
const FEW = 10_000;
/** … fewer, as none would be up to date for long. */
const IN_TURN_OF_MANY = 30;
/** Visits after which a link that breadth first has chosen and that was not visited is given up: it may be out of reach. */
const GIVEN_UP = 50;
/** Visits for which it counts as a turn that is taken: it may be in flight. */
const PATIENCE = 4;
/** Where there is a topic, start pages come first; what breadth first has chosen comes before all that was learned. */
const START = 2;
const CHOSEN = 1;
/** What weighed most in an expectation, told of it. */
const MOST_REASONS = 5;
/** Scores are told in steps: a link moves where its score has changed, not wherever it was computed. */
const STEPS = 32;

interface LearnedParts {
  readonly model: LinkModel;
  /** Tells orders apart that come to other states by the same observations. */
  readonly basis: string;
  /** Waiting links that are remembered at most. */
  readonly remembered?: number | undefined;
  /** How near a link's text is to the topic; not given where there is none. */
  readonly likeness?: Likeness;
  /** What is added to a link's score, whatever was learned, by its features. It leads from the start, so breadth first has few turns. */
  readonly lean?: (features: Float32Array) => number;
  /** In [0, 1), for each link always the same: where between two steps a score goes to the lower one. One half unless given. */
  readonly luck?: (link: LinkId) => number;
}

/** Ranks links by what a model expects of them, which learns from each visit. */
export function learnedOrder({ model, basis, remembered, likeness, lean, luck = () => 0.5 }: LearnedParts): LinkOrder {
  /** What was said last of each. */
  const told = new Map<LinkId, number>();
  const waiting = new WaitingLinks(remembered, (link) => told.delete(link));
  const breadthFirst = new BreadthFirst();
  const turns = new Turns(lean !== undefined);
  /** What breadth first has chosen and was not visited yet, with the visits since then. */
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
      if (known) told.set(link.id, rank.value);
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
      told.delete(visit.link);
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

  /** Returns the link that breadth first chooses now, if it has a turn; one that it gives up goes to the stale ones. */
  function choose(stale: LinkId[]): LinkId | undefined {
    let taken = 0;
    for (const [link, visits] of chosen) {
      chosen.set(link, visits + 1);
      if (visits < PATIENCE) taken++;
      if (visits + 1 < GIVEN_UP) continue;
      chosen.delete(link);
      told.delete(link);
      if (waiting.has(link)) stale.push(link);
    }
    if (!turns.isDue(taken)) return undefined;
    const link = breadthFirst.take((one) => waiting.has(one));
    if (link !== undefined) chosen.set(link, 0);
    return link;
  }

  /** Asked for link by link: where observations are folded again, nothing is scored. */
  function* rescored(next: LinkId | undefined, near: ReadonlySet<LinkId>, others: readonly LinkId[]): Iterable<Rerank> {
    model.fitAhead();
    if (next !== undefined) yield { link: next, rank: { lane: CHOSEN, value: 0 } };
    for (const link of new Set([...near, ...others])) {
      const features = waiting.get(link);
      if (!features || chosen.has(link)) continue;
      const rank = rankOf(link, features);
      if (told.get(link) === rank.value) continue;
      told.set(link, rank.value);
      yield { link, rank };
    }
  }
}
