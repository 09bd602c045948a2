import { Actor, type FrameAct } from '../actor.ts';
import { gestures } from '../gestures.ts';
import type { LivePage } from '../live-page.ts';
import type { Technique } from './technique.ts';

/** What may be spent on one page. */
interface Budget {
  readonly acts: number;
  /** Rounds that brought nothing, one after the other: then the page is left. */
  readonly barren: number;
  /** At first … */
  readonly milliseconds: number;
  /** … and at most: each link gives a little more. */
  readonly atMost: number;
}

const SMALL: Budget = { acts: 500, barren: 8, milliseconds: 600, atMost: 8000 };
const LARGE: Budget = { acts: 5000, barren: 200, milliseconds: 20_000, atMost: 40_000 };
/** What a round that brought links adds to the time, in milliseconds. */
const FOR_LINKS = 1000;

/** Acts that are done without a look at the page between them, as long as they change nothing. */
const BATCH = 25;
/** Acts of one group that brought nothing before the rest of the group is left. */
const MOST_BARREN = 3;
/** Times that an act is done again because it changed the page … */
const MOST_REPEATS = 2;
/** … or brought links. */
const MOST_FRUITFUL = 50;
/** How much time passes after acts, in milliseconds of the page's time: animations and delays are over then. */
const AFTER_ACTS = 5000;

/**
 * What a person brings about: elements that listen are pressed, hovered, focused, typed into, dragged and so on, the
 * newest first, and what that adds is acted on in its turn. Of elements of one kind that do the same, more are tried as
 * long as they bring links.
 */
export const events: Technique = {
  name: 'event',
  level: 'active',
  summary: 'what clicks, hovers, keys and other events bring, within a small budget',
  act: (page, harvest) => actOn(page, SMALL, harvest),
};

/** The same with a budget that is seldom used up. */
export const moreEvents: Technique = {
  name: 'more-events',
  level: 'thorough',
  summary: 'the same within a large budget, where the small one was used up',
  async act(page, harvest) {
    if (!page.tab.limits.delete('actions')) return;
    await actOn(page, LARGE, harvest);
  },
};

/** Whether the page shows what a link leads to that was pressed: it is another page now. */
const hasFollowed = ({ tab }: LivePage, last: Attempt | undefined): boolean =>
  last?.planned.href !== undefined && tab.page.url() === last.planned.href;

/** Acts of the same kind on elements of the same kind. */
interface Group {
  readonly acts: Attempt[];
  barren: number;
}

interface Attempt {
  readonly planned: FrameAct;
  readonly group: Group;
  repeats: number;
}

async function actOn(page: LivePage, budget: Budget, harvest: () => Promise<number>): Promise<void> {
  const begin = performance.now();
  let end = begin + budget.milliseconds;
  let barren = 0;
  const actor = new Actor(page);
  const attempts = new Attempts();
  attempts.add(await actor.plan());
  if (attempts.isEmpty) return;
  await page.remember();
  for (let left = budget.acts; left > 0; ) {
    const batch = attempts.next(Math.min(BATCH, left));
    if (batch.length === 0) break;
    if (performance.now() > end || barren === budget.barren) {
      page.tab.limits.add('actions');
      break;
    }
    const observed = page.observed.length;
    const { done, hasChanged } = await actor.perform(batch.map(({ planned }) => planned));
    const isMoved = await page.settle(AFTER_ACTS);
    if (hasFollowed(page, batch[done - 1])) {
      attempts.clear();
      break;
    }
    const found = isMoved ? (await harvest()) + page.observed.length - observed : 0;
    barren = found > 0 ? 0 : barren + 1;
    if (found > 0) end = Math.min(begin + budget.atMost, Math.max(end, performance.now() + FOR_LINKS));
    left -= done;
    attempts.judge(batch, done, hasChanged || isMoved, found);
    if (isMoved) attempts.add(await actor.plan());
  }
  if (!attempts.isEmpty) page.tab.limits.add('actions');
  await page.forget();
}

/** Links that listen come last and one by one: some lead to other routes of an application, whose links are not this page's. */
const isNoLink = ({ acts }: Group): boolean => acts[0]?.planned.href === undefined;

/** What is still to be tried on a page. */
class Attempts {
  readonly #groups = new Map<string, Group>();
  /** Groups that have something left, the newest first. */
  #open: Group[] = [];
  readonly #again: Attempt[] = [];

  get isEmpty(): boolean {
    return this.#again.length === 0 && this.#open.every(({ acts }) => acts.length === 0);
  }

  add(planned: readonly FrameAct[]): void {
    const fresh = new Set<Group>();
    // The last first: what stands first, such as menus, may replace what comes after it.
    const inOrder = [...planned].reverse().sort((a, b) => gestures.indexOf(a.act[1]) - gestures.indexOf(b.act[1]));
    for (const one of inOrder) {
      const key = `${one.frame.id} ${one.group}`;
      const group = this.#groups.get(key) ?? { acts: [], barren: 0 };
      this.#groups.set(key, group);
      group.acts.push({ planned: one, group, repeats: 0 });
      fresh.add(group);
    }
    this.#open = [...fresh, ...this.#open.filter((group) => !fresh.has(group))];
  }

  clear(): void {
    this.#again.length = 0;
    this.#open = [];
  }

  /** The next acts, all in one document: what is worth another try, then one of each group. */
  next(most: number): Attempt[] {
    const again = this.#again.shift();
    if (again) return [again];
    const batch: Attempt[] = [];
    for (const group of [...this.#open.filter(isNoLink), ...this.#open.filter((one) => !isNoLink(one))]) {
      if (batch.length === most || (batch.length > 0 && !isNoLink(group))) break;
      const [first] = group.acts;
      if (!first || (batch[0] && first.planned.frame !== batch[0].planned.frame)) continue;
      group.acts.shift();
      batch.push(first);
    }
    this.#open = this.#open.filter(({ acts }) => acts.length > 0);
    return batch;
  }

  /** Learns from a batch of which the first `done` were done: what was not comes next. */
  judge(batch: readonly Attempt[], done: number, hasChanged: boolean, found: number): void {
    for (const { group, repeats } of batch.slice(0, done)) {
      if (found > 0) group.barren = 0;
      else if (repeats === 0) group.barren++;
    }
    for (const attempt of batch.slice(done).reverse()) {
      attempt.group.acts.unshift(attempt);
      this.#open = [attempt.group, ...this.#open.filter((group) => group !== attempt.group)];
    }
    const last = batch[done - 1];
    if (last && hasChanged) this.#doAgain(last, found > 0);
    for (const group of this.#open) if (group.barren >= MOST_BARREN) group.acts.length = 0;
    this.#open = this.#open.filter(({ acts }) => acts.length > 0);
  }

  /** What changed the page may do so again: lists that load more, assistants of several steps, keys held down. */
  #doAgain(attempt: Attempt, isFruitful: boolean): void {
    const { planned, group } = attempt;
    const [target, gesture] = planned.act;
    if (gesture === 'hold')
      this.#again.push({ planned: { ...planned, act: [target, 'release'] }, group, repeats: MOST_FRUITFUL });
    else if (attempt.repeats < (isFruitful ? MOST_FRUITFUL : MOST_REPEATS)) {
      this.#again.push({
        ...attempt,
        repeats: isFruitful ? Math.max(0, attempt.repeats - 5) + 1 : attempt.repeats + 1,
      });
    }
  }
}
