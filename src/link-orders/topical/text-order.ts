import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Rank, Refusal } from '../../domain/rank.ts';
import type { Topic } from '../../domain/topic.ts';
import { isFilePath } from '../../url/file-types.ts';
import { InTurn } from '../background-work.ts';
import type { Rerank } from '../link-order.ts';
import { LinkTexts } from './link-texts.ts';

/** Most waiting links with remembered texts, about 200 bytes each. The texts of older links are read again. */
const MOST = 200_000;
/** Waiting links to rank again in rotation after each visit. */
const IN_TURN = 200;
/** Links with forgotten texts to rank again after each visit. The frontier reads their texts from its tables. */
const FORGOTTEN_IN_TURN = 20;

/** Waiting or rejected link. */
export interface WaitingText {
  readonly terms: Uint32Array;
  readonly level: number;
}

/** Visited page with its links to new pages. */
interface Read {
  /** Text of the link that led to the page. */
  readonly terms: Uint32Array;
  readonly found: readonly (WaitingText & { readonly id: LinkId })[];
}

/** Base of orders by link texts: keeps the texts of waiting links, and ranks the links again in rotation. */
export class TextOrder {
  readonly texts: LinkTexts;
  readonly #waiting = new Map<LinkId, WaitingText>();
  readonly #turn = new InTurn();
  /** Links with forgotten texts, 8 bytes each; some may be visited. */
  readonly #forgotten = new InTurn();
  /** Last reported rank of each link. */
  readonly #reported = new Map<LinkId, Rank | Refusal>();

  readonly #most: number;
  readonly #onForgotten: (link: LinkId) => void;

  /** @param onForgotten called for visited links, too */
  constructor(topic: Topic, most = MOST, onForgotten: (link: LinkId) => void = () => undefined) {
    this.texts = new LinkTexts(topic);
    this.#most = most;
    this.#onForgotten = onForgotten;
  }

  get(link: LinkId): WaitingText | undefined {
    return this.#waiting.get(link);
  }

  textOf(link: LinkView): WaitingText {
    return this.#waiting.get(link.id) ?? { terms: this.texts.read(link), level: link.level };
  }

  /** Learns from a visit: removes its link and adds the page's new links. */
  learn({ visit, claimed, links }: Observation): Read {
    const own = this.textOf(claimed);
    this.#forget(visit.link);
    const level = claimed.level + 1;
    const found = links.flatMap(({ id, url, anchor, context, isNew }) => {
      if (!isNew || isFilePath(new URL(url).pathname)) return [];
      return [{ id, level, terms: this.texts.read({ url, anchor, context }) }];
    });
    for (const { id, terms } of found) {
      this.texts.add(terms);
      this.#add(id, { terms, level });
    }
    return { terms: own.terms, found };
  }

  #add(link: LinkId, text: WaitingText): void {
    if (this.#waiting.has(link)) return;
    const [oldest] = this.#waiting.size >= this.#most ? this.#waiting.keys() : [];
    if (oldest !== undefined) {
      this.#forget(oldest);
      this.#forgotten.add(oldest);
    }
    this.#waiting.set(link, text);
    this.#turn.add(link);
  }

  #forget(link: LinkId): void {
    this.#waiting.delete(link);
    this.#reported.delete(link);
    this.#onForgotten(link);
  }

  /** Returns the next links in rotation, those with forgotten texts last. */
  nextInTurn(): Set<LinkId> {
    const waiting = this.#turn.take(IN_TURN, (link) => this.#waiting.has(link));
    return new Set([...waiting, ...this.#forgotten.take(FORGOTTEN_IN_TURN, () => true)]);
  }

  /**
   * Yields links whose rank has changed since the last report. Generator, so that replaying observations ranks nothing.
   */
  *moved(links: Iterable<LinkId>, place: (link: LinkId, text: WaitingText) => Rank | Refusal): Iterable<Rerank> {
    for (const link of links) {
      const text = this.#waiting.get(link);
      if (!text) {
        // Leaves forgotten and visited links to the frontier.
        yield { link };
        continue;
      }
      const rank = place(link, text);
      const reported = this.#reported.get(link);
      if (reported && isSame(reported, rank)) continue;
      this.#reported.set(link, rank);
      // Leaves rejected links to the frontier, which asks for the rank of links that were rejected before.
      yield 'refused' in rank ? { link } : { link, rank };
    }
  }
}

/** Rounds a value to steps, to avoid moving links for small changes. */
export const inSteps = (value: number, steps = 4096): number => Math.round(value * steps) / steps;

/** Compares ranks by lane and value. Rejections are equal, as they have one reason. */
const isSame = (one: Rank | Refusal, other: Rank | Refusal): boolean =>
  'refused' in one ? 'refused' in other : !('refused' in other) && one.lane === other.lane && one.value === other.value;
