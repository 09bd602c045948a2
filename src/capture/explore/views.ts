import {
  type Attempt,
  byPromise,
  compatible,
  type FrameAct,
  type Group,
  isGoneOnWith,
  keyOf,
  leadingBackLast,
  nameOf,
  targetOf,
} from './attempt.ts';
import { Changers } from './changers.ts';
import { gestures } from './gestures.ts';
import type { ShownBeside } from './in-page.ts';

/** Times that acts of a group are tried in further views in vain, one after the other. */
const MOST_VAIN = 2;
/** Acts of one view that are tried there as they brought links in another, such as the days of a month, or led on from it. */
const MOST_OF_VIEW = 31;
/** Acts that have brought links beside which another text is looked for. */
const MOST_WATCHED = 30;
/** Acts that are kept as their elements are not there, and how often each may not be there. */
const MOST_MISSING = 1000;
const MOST_MISSES = 4;
/** What it counts that one is not there of a group that brings links. */
const OF_CHOICES = 0.2;
/** How often a way that has led to one of them is tried in vain; and, where none is known, what only says that it leads back, as there may be several steps. */
const MOST_WAYS = 2;
const MOST_STEPS_BACK = 6;

/** An act that was done, and the views of the page in which it was. */
interface Tried {
  readonly attempt: Attempt;
  readonly views: Set<string>;
  /** What these showed. */
  readonly texts: Set<number>;
  /** What the page showed each time. */
  readonly from: Set<number>;
  /** Whether it brought links in one of them, and no other act of its batch did. */
  readonly hasBrought: boolean;
}

/** What may lead to something that is missing, and how often it is tried for that. */
interface Way {
  readonly attempt: Attempt;
  readonly most: number;
}

/**
 * The views of a page: what it shows between acts, told by its text and by the act that made the controls in it. Scripts
 * that draw a view make its controls anew, and take away those of the view before. What was to be done to these waits until
 * they are there again; the way to them is the act that had opened them.
 */
export class Views {
  /** What was shown when controls were made last, and by what. */
  #view = '';
  #shows: number | undefined;
  #text = 0;
  readonly #texts = new Set<number>();
  /** What was done, by targets and acts. */
  readonly #tried = new Map<string, Map<string, Tried>>();
  /** What the present view shows and was not tried in it: what brings links, … */
  #shown: Attempt[] = [];
  /** Those of them that what was done last has shown. */
  readonly #justShown = new Set<Attempt>();
  /** … and what leads on to other views. */
  #leading: Attempt[] = [];
  /** What was to be done to elements that were not there. */
  #missing: Attempt[] = [];
  /** What was planned, by targets; and what was shown last of those that call themselves alike. */
  readonly #planned = new Map<string, FrameAct[]>();
  readonly #latest = new Map<string, FrameAct>();
  /** What stood beside targets when that was last looked at. */
  readonly #beside = new Map<string, ShownBeside>();
  /** What stood beside those of a group when they were acted on: a row that was moved is the same. */
  readonly #besides = new Map<Group, Set<number>>();
  /** How often targets were acted on as another text stood beside them, in vain, since one brought links. */
  readonly #retoldInVain = new Map<string, number>();
  /** How often ways back were tried since they led to something. */
  readonly #ways = new Map<string, number>();
  /** Ways that were tried at once, and have not led to something since. */
  readonly #waysOn = new Set<string>();
  /** Ways whose own elements are not there: what had opened these comes first. */
  readonly #lost = new Map<string, Attempt>();
  /** What says that it leads back, and was pressed, by names. */
  readonly #backs = new Map<string, Attempt>();
  /** What has changed the page. */
  readonly #changers = new Changers();

  get missing(): readonly Attempt[] {
    return [...this.#missing, ...this.#lost.values()];
  }

  get isEmpty(): boolean {
    const ways = [this.#leading[0], this.#way(), this.#changers.next(this.#text)];
    return this.#shown.length === 0 && ways.every((way) => way === undefined);
  }

  /** Whether the page has shown a text before. */
  has(text: number): boolean {
    return this.#texts.has(text);
  }

  /** Whether an act was done where the page showed a text. */
  isTriedFrom(attempt: Attempt, text: number): boolean {
    return this.#triedIn(attempt)?.from.has(text) === true;
  }

  /** Whether an act has led to a view again to which it had led, from another one: from there it is gone on with. */
  isOnTheWay(text: number | undefined, ledTo: number | undefined): boolean {
    return text !== undefined && text === ledTo && text !== this.#text;
  }

  /** @param text stands for what the page shows now */
  see(text: number): void {
    this.#justShown.clear();
    this.#text = text;
    this.#shows ??= text;
    this.#texts.add(text);
  }

  /** It was done in the present view, and brought links by itself or did not. */
  note(attempt: Attempt, hasBrought: boolean): void {
    const [, gesture] = attempt.planned.act;
    if (gesture === 'restore') return;
    if (gesture === 'press' && attempt.planned.leadsBack) this.#backs.set(nameOf(attempt.planned), attempt);
    const target = keyOf(attempt);
    const acts = this.#tried.get(target) ?? new Map<string, Tried>();
    this.#tried.set(target, acts);
    const act = attempt.planned.act.join(' ');
    const before = acts.get(act) ?? { views: new Set(), texts: new Set(), from: new Set(), hasBrought: false };
    before.views.add(this.#view);
    before.texts.add(this.#shows ?? 0);
    before.from.add(this.#text);
    const beside = this.#beside.get(target)?.text;
    if (beside !== undefined) this.#besidesOf(attempt.group).add(beside);
    if (hasBrought && attempt.isRenewed && attempt.opener) this.#changers.lead(attempt.opener);
    if (attempt.isRetold) this.#retoldInVain.set(target, hasBrought ? 0 : (this.#retoldInVain.get(target) ?? 0) + 1);
    acts.set(act, { ...before, attempt, hasBrought: hasBrought || before.hasBrought });
  }

  #besidesOf(group: Group): Set<number> {
    const besides = this.#besides.get(group) ?? new Set();
    this.#besides.set(group, besides);
    return besides;
  }

  #triedIn(attempt: Attempt): Tried | undefined {
    return this.#tried.get(keyOf(attempt))?.get(attempt.planned.act.join(' '));
  }

  /** It has changed the page to what that shows now. */
  change(attempt: Attempt): void {
    this.#changers.add(attempt, this.#text);
  }

  /** As `Changers.bring`. */
  bring(attempt: Attempt): void {
    this.#changers.bring(attempt);
  }

  /** Whether something is to be done again as it has changed the page before others were known to bring links. */
  get hasStale(): boolean {
    return this.#changers.next(this.#text) !== undefined;
  }

  /** These are there again, and wait to be tried for the first time. */
  show(attempts: readonly Attempt[]): void {
    const actOf = (one: Attempt) => `${keyOf(one)} ${one.planned.act.join(' ')}`;
    const shown = new Set(attempts.map(actOf));
    this.#shown = [...this.#shown.filter((one) => !shown.has(actOf(one))), ...attempts];
    for (const one of attempts) this.#justShown.add(one);
  }

  /** Whether the present view shows something of a kind that was not tried in it. */
  shows(isMeant: (attempt: Attempt) => boolean): boolean {
    return this.#shown.some(isMeant);
  }

  /** Those of some groups that the present view shows and were not tried in it. */
  shownOf(groups: ReadonlySet<Group>): readonly Attempt[] {
    return this.#shown.filter(({ group }) => groups.has(group));
  }

  /** The present view does not show these. */
  drop(gone: readonly Attempt[]): void {
    this.#shown = this.#shown.filter((one) => !gone.includes(one));
  }

  /** These were not done. Answers those that are not tried once more as the present view shows them. */
  putBack(batch: readonly Attempt[]): Attempt[] {
    this.#shown.unshift(...batch.filter(({ isRenewed }) => isRenewed));
    return batch.filter(({ isRenewed }) => !isRenewed);
  }

  miss(missed: readonly Attempt[]): void {
    for (const attempt of missed) {
      // Of a list that closes with each choice the others are not there, as often as there are choices.
      const misses = (attempt.misses ?? 0) + (isGoneOnWith(attempt.group) ? OF_CHOICES : 1);
      const isKept = !attempt.isRenewed && misses < MOST_MISSES && this.#missing.length < MOST_MISSING;
      if (isKept) this.#missing.push({ ...attempt, misses });
      else if (attempt.isRenewed && attempt.opener) this.#lost.set(nameOf(attempt.planned), attempt);
    }
  }

  /** These were planned: the page shows them. */
  plan(planned: readonly FrameAct[]): void {
    for (const one of planned) {
      const target = targetOf(one.frame, one.act[0]);
      this.#planned.set(target, [...(this.#planned.get(target) ?? []), one]);
      this.#latest.set(nameOf(one), one);
    }
  }

  /** An act has made controls: what they do, they do in this view. */
  begin(opener: Attempt): void {
    this.#view = `${this.#text} ${opener.planned.frame.id} ${opener.planned.act.join(' ')}`;
    this.#shows = this.#text;
  }

  /**
   * The page shows targets again, or has made them anew. What was missing is tried; so is, as it may do something else here,
   * what has brought links in other views, and then what led on from them. Answers how many these are.
   */
  enter(targets: ReadonlySet<string>, opener: Attempt): number {
    const isThere = (one: Attempt) => targets.has(keyOf(one));
    for (const one of this.#missing.filter(isThere)) {
      one.group.way = opener;
      this.#ways.delete(nameOf(opener.planned));
      this.#waysOn.delete(nameOf(opener.planned));
      // It was to be done once more, and the page shows what it showed when it was done.
      const isKnown = one.repeats > 0 && this.#triedIn(one)?.texts.has(this.#text) === true;
      if (!isKnown) this.show([one]);
    }
    // What was done there once is not worth a way.
    this.#missing = this.#missing.filter((one) => !isThere(one) && one.repeats === 0);
    for (const target of targets) {
      for (const one of this.#planned.get(target) ?? []) {
        this.#latest.set(nameOf(one), one);
        if (this.#lost.delete(nameOf(one))) this.#waysOn.delete(nameOf(one));
      }
    }
    this.#changers.makesAnew(opener, targets.size);
    const others = this.#elsewhere(this.#triedOn(targets), opener);
    this.show(others.filter(({ group }) => group.isFruitful).slice(0, MOST_OF_VIEW));
    this.#leading = others.filter(({ group }) => !group.isFruitful && group.hasOpened).slice(0, MOST_OF_VIEW);
    return this.#shown.length + this.#leading.length;
  }

  /** What has brought links in a document: its row may be used again for others, which another text beside it tells. */
  watched(frame: FrameAct['frame']): readonly FrameAct[] {
    const isWatched = ({ hasBrought, attempt }: Tried) =>
      hasBrought && attempt.planned.frame === frame && (this.#retoldInVain.get(keyOf(attempt)) ?? 0) < MOST_VAIN;
    const found = this.#triedOn(this.#tried.keys()).filter(isWatched);
    const inOrder = found.sort((a, b) => byPromise(a.attempt.group, b.attempt.group));
    return inOrder.slice(0, MOST_WATCHED).map(({ attempt }) => attempt.planned);
  }

  /**
   * @param beside what stands beside each of those watched
   * @returns the targets of those beside which another text stands, in as many elements, than when that was last looked at
   */
  retold(watched: readonly FrameAct[], beside: readonly ShownBeside[]): readonly string[] {
    const targets = watched.map(({ frame, act: [target] }) => targetOf(frame, target));
    return targets.filter((target, at) => {
      const [before, now] = [this.#beside.get(target) ?? null, beside[at] ?? null];
      this.#beside.set(target, now);
      return before !== null && now?.elements === before.elements && now.text !== before.text;
    });
  }

  /** Another page was shown: what stands beside its targets is no more known. */
  left(): void {
    this.#beside.clear();
  }

  /** Another text stands beside targets: what has brought links there is tried as it may do so again. */
  retell(targets: readonly string[], opener: Attempt): void {
    for (const target of targets) {
      const beside = this.#beside.get(target)?.text ?? 0;
      const isNew = ({ hasBrought, attempt }: Tried) => hasBrought && !this.#besidesOf(attempt.group).has(beside);
      const brought = this.#triedOn([target]).filter(isNew);
      this.show(this.#elsewhere(brought, opener).map((one) => ({ ...one, isRetold: true })));
    }
  }

  #triedOn(targets: Iterable<string>): Tried[] {
    return [...targets].flatMap((target) => [...(this.#tried.get(target)?.values() ?? [])]);
  }

  /** What was tried, but not in the present view: to be tried there. */
  #elsewhere(tried: readonly Tried[], opener: Attempt): readonly Attempt[] {
    return tried.flatMap(({ attempt: { planned, group }, views, texts }) => {
      if (views.has(this.#view) || group === opener.group || (group.vain ?? 0) >= MOST_VAIN) return [];
      const isKnownView = texts.has(this.#text);
      return { planned, group, repeats: 2, opener, isRenewed: true, isProbe: true, isKnownView };
    });
  }

  /** What the present view shows: what was just shown, then what promises most. */
  #inOrder(isNext: (attempt: Attempt) => boolean): readonly Attempt[] {
    const orderOf = ({ planned }: Attempt) => gestures.indexOf(planned.act[1]);
    const again = ({ isRenewed = false }: Attempt) => Number(isRenewed);
    const part = ({ planned: { comesLast = false } }: Attempt) => Number(comesLast);
    const inOrder = this.#shown
      .filter(isNext)
      .sort(
        (a, b) => part(a) - part(b) || byPromise(a.group, b.group) || again(a) - again(b) || orderOf(a) - orderOf(b),
      );
    const isJust = (one: Attempt) => this.#justShown.has(one);
    return [...inOrder.filter(isJust), ...inOrder.filter((one) => !isJust(one))];
  }

  /** Those of some groups that promise more than what the present view shows; none where some of that was just shown. */
  outdoing(groups: readonly Group[], isNext: (attempt: Attempt) => boolean): readonly Group[] {
    const [best] = this.#inOrder(isNext);
    if (!best || this.#justShown.has(best)) return [];
    return groups.filter((group) => byPromise(group, best.group) < 0);
  }

  /** What is next to be tried as the present view shows it, of what is worth it now. */
  next(most: number, isNext: (attempt: Attempt) => boolean): Attempt[] {
    const isWorthIt = ({ isRenewed, group }: Attempt) => !isRenewed || (group.vain ?? 0) < MOST_VAIN;
    this.#shown = this.#shown.filter(isWorthIt);
    const batch = new Set(leadingBackLast(compatible(this.#inOrder(isNext), most)));
    this.#shown = this.#shown.filter((one) => !batch.has(one));
    return [...batch];
  }

  /** What may lead to a view whose controls were not all tried; undefined if nothing is known to. */
  wayBack(): Attempt | undefined {
    const leading = this.#leading.shift();
    if (leading) return leading;
    const way = this.#way();
    if (!way) return undefined;
    const key = nameOf(way.planned);
    this.#ways.set(key, (this.#ways.get(key) ?? 0) + 1);
    return this.asNow(way);
  }

  /** What has changed the page before something was known to bring links, to be done again. */
  takeStale(): Attempt | undefined {
    const stale = this.#changers.take(this.#text);
    return stale && { ...this.asNow(stale), isKnownView: true, isStale: true };
  }

  /** What has just led to something that is missing and is wanted now: it is tried once until it has led there again. */
  wayOn(isWanted: (missing: Attempt) => boolean): Attempt | undefined {
    const isUntried = ({ attempt: { planned } }: Way) => !this.#waysOn.has(nameOf(planned));
    const way = this.#waysTo(isWanted).find(isUntried)?.attempt;
    if (!way) return undefined;
    this.#waysOn.add(nameOf(way.planned));
    return this.asNow(way);
  }

  /** It is done again to what calls itself like its element and was made since; undefined if nothing was. */
  madeAnew(attempt: Attempt): Attempt | undefined {
    const planned = this.#latest.get(nameOf(attempt.planned));
    return attempt.isRenewed || !planned || planned === attempt.planned
      ? undefined
      : { ...attempt, planned, isMadeAnew: true };
  }

  /** It is done to what is shown now of that name. */
  asNow(way: Attempt): Attempt {
    const planned = this.#latest.get(nameOf(way.planned)) ?? way.planned;
    return { ...way, planned, repeats: 2, isRenewed: true, isProbe: true };
  }

  /** What led to something that is missing. */
  #way(): Attempt | undefined {
    const isOpen = ({ attempt, most }: Way) => (this.#ways.get(nameOf(attempt.planned)) ?? 0) < most;
    return this.#waysTo(() => true).find(isOpen)?.attempt;
  }

  #waysTo(isWanted: (missing: Attempt) => boolean): readonly Way[] {
    const missing = this.#missing.filter((one) => !one.group.labels.has(one.planned.label) && isWanted(one));
    return missing.flatMap(({ opener, group }) => {
      const known = [opener ?? [], group.way ?? []].flat();
      const isKnown = known.length > 0;
      const most = isKnown ? MOST_WAYS : MOST_STEPS_BACK;
      return (isKnown ? known : [...this.#backs.values()].reverse()).map((way) => ({
        attempt: this.#lost.has(nameOf(way.planned)) ? (way.opener ?? way) : way,
        most,
      }));
    });
  }
}
