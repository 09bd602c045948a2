import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Rank, Refusal } from '../../domain/rank.ts';
import type { Topic } from '../../domain/topic.ts';
import { isFilePath } from '../../url/file-types.ts';
import { InTurn } from '../later.ts';
import type { Rerank } from '../link-order.ts';
import { LinkTexts } from './link-texts.ts';

/** Waiting links whose texts are remembered, some 200 bytes each; of more the oldest are forgotten, and read again when they have a turn. */
const MOST = 200_000;
/** Waiting links that are ranked anew after each visit, in turn, … */
const IN_TURN = 200;
/** … and forgotten ones, which the frontier reads from its tables. */
const FORGOTTEN_IN_TURN = 20;

/** A link that waits, or was refused. */
export interface WaitingText {
  readonly terms: Uint32Array;
  readonly level: number;
}

/** A page that was read, and the links to pages that were new on it. */
interface Read {
  /** Text of the link that led to it. */
  readonly terms: Uint32Array;
  readonly found: readonly (WaitingText & { readonly id: LinkId })[];
}

/** What orders by the texts of links have in common: the texts of the links that wait, and their turns to be ranked anew. */
export class TextOrder {
  readonly texts: LinkTexts;
  readonly #waiting = new Map<LinkId, WaitingText>();
  readonly #turn = new InTurn();
  /** Links that are forgotten, 8 bytes each; some of them were visited since. */
  readonly #forgotten = new InTurn();
  /** What was said last of each. */
  readonly #told = new Map<LinkId, Rank | Refusal>();

  readonly #most: number;
  readonly #onForgotten: (link: LinkId) => void;

  /** @param onForgotten is told of links that were visited, too */
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

  /** Takes in a visit: its link waits no more, and those that are new on its page do. */
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
    this.#told.delete(link);
    this.#onForgotten(link);
  }

  /** Some links that had no turn for longest, those that are forgotten last. */
  nextInTurn(): Set<LinkId> {
    const waiting = this.#turn.take(IN_TURN, (link) => this.#waiting.has(link));
    return new Set([...waiting, ...this.#forgotten.take(FORGOTTEN_IN_TURN, () => true)]);
  }

  /** Those of some links whose place has changed since it was told last. Asked link by link: where observations are folded again, nobody asks. */
  *moved(links: Iterable<LinkId>, place: (link: LinkId, text: WaitingText) => Rank | Refusal): Iterable<Rerank> {
    for (const link of links) {
      const text = this.#waiting.get(link);
      if (!text) {
        // Forgotten, or visited by now: the frontier knows.
        yield { link };
        continue;
      }
      const rank = place(link, text);
      const told = this.#told.get(link);
      if (told && isSame(told, rank)) continue;
      this.#told.set(link, rank);
      // Refused, or perhaps refused until now: the frontier asks for its place.
      yield 'refused' in rank ? { link } : { link, rank };
    }
  }
}

/** Values are told in steps, so that a link moves where its value has changed and not wherever it was worked out. */
export const inSteps = (value: number, steps = 4096): number => Math.round(value * steps) / steps;

/** Of places that differ in their lane and value alone, and refusals that have one reason. */
const isSame = (one: Rank | Refusal, other: Rank | Refusal): boolean =>
  'refused' in one ? 'refused' in other : !('refused' in other) && one.lane === other.lane && one.value === other.value;
