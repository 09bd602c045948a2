import {
  byPromise,
  type Candidate,
  compatible,
  type FrameAct,
  type Group,
  isGoneOnWith,
  keyOf,
  leadingBackLast,
  nameOf,
  targetOf,
} from './candidate.ts';
import { gestures } from './gestures.ts';
import type { ShownBeside } from './page-calls.ts';
import { PageChangers } from './page-changers.ts';

/** Unproductive retries of a group in further views, in a row. */
const MOST_DRY_RENEWALS = 2;
/** Actions retried in a view because they brought links in another, such as the days of a month, or led on from it. */
const MOST_OF_VIEW = 31;
/** Productive actions whose neighbouring texts are watched. */
const MOST_WATCHED = 30;
/** Missing actions that are kept, and the misses after which an action is dropped. */
const MOST_MISSING = 1000;
const MOST_MISSES = 4;
/** Weight of a miss in a group that still brings links. */
const OF_CHOICES = 0.2;
/** Unproductive tries of a way to missing actions or, if none is known, of presses that lead back in several steps. */
const MOST_WAYS = 2;
const MOST_STEPS_BACK = 6;

/** A finished action, and the views in which it was tried. */
interface Tried {
  readonly attempt: Candidate;
  readonly views: Set<string>;
  /** Hashes of the texts of these views when their controls were made. */
  readonly texts: Set<number>;
  /** Hashes of the page's text before each try. */
  readonly from: Set<number>;
  /** True if the action brought links in a view as the last one of its batch. */
  readonly hasBrought: boolean;
}

/** An action that may lead to missing actions, and the most tries for that. */
interface Way {
  readonly attempt: Candidate;
  readonly most: number;
}

/**
 * Views of a page: the states between actions, identified by the text and by the action that made the controls. A new
 * view often replaces controls; actions on missing ones wait until an opener leads back to their view.
 */
export class Views {
  /** View when controls were last made: its text and opener; and the text alone. */
  #view = '';
  #shows: number | undefined;
  #text = 0;
  readonly #texts = new Set<number>();
  /** Finished actions, by target and action. */
  readonly #tried = new Map<string, Map<string, Tried>>();
  /** Actions on elements in the present view that are untried there. */
  #shown: Candidate[] = [];
  /** Actions among `#shown` that the last action made available. */
  readonly #justShown = new Set<Candidate>();
  /** Actions among the retried ones that lead on to other views. */
  #leading: Candidate[] = [];
  /** Actions whose elements were missing. */
  #missing: Candidate[] = [];
  /** Planned actions by target, and the latest shown action of each name. */
  readonly #planned = new Map<string, FrameAct[]>();
  readonly #latest = new Map<string, FrameAct>();
  /** Texts beside targets at the last look. */
  readonly #beside = new Map<string, ShownBeside>();
  /** Texts beside a group's targets when tried: a moved row keeps its text. */
  readonly #besides = new Map<Group, Set<number>>();
  /** Unproductive retries of a target after changes of the text beside, since the last productive one. */
  readonly #dryRepeats = new Map<string, number>();
  /** Tries of each way back since the way last led to something. */
  readonly #ways = new Map<string, number>();
  /** Ways tried at once that have not led to anything since. */
  readonly #waysOn = new Set<string>();
  /** Ways whose own elements are missing: their openers come first. */
  readonly #lost = new Map<string, Candidate>();
  /** Pressed actions that lead back by their label, by name. */
  readonly #backs = new Map<string, Candidate>();
  /** Actions that changed the page. */
  readonly #pageChangers = new PageChangers();

  get missing(): readonly Candidate[] {
    return [...this.#missing, ...this.#lost.values()];
  }

  get isEmpty(): boolean {
    const ways = [this.#leading[0], this.#way(), this.#pageChangers.next(this.#text)];
    return this.#shown.length === 0 && ways.every((way) => way === undefined);
  }

  /** Tells whether the page has shown a text before. */
  has(text: number): boolean {
    return this.#texts.has(text);
  }

  /** Tells whether an action was tried when the page showed a text. */
  isTriedFrom(attempt: Candidate, text: number): boolean {
    return this.#triedIn(attempt)?.from.has(text) === true;
  }

  /** Tells whether an action led from another view to its former target view: repetitions continue there. */
  isOnTheWay(text: number | undefined, ledTo: number | undefined): boolean {
    return text !== undefined && text === ledTo && text !== this.#text;
  }

  /** @param text hash of the text that the page shows now */
  see(text: number): void {
    this.#justShown.clear();
    this.#text = text;
    this.#shows ??= text;
    this.#texts.add(text);
  }

  /**
   * Records a try in the present view.
   *
   * @param hasBrought true if this action brought links
   */
  note(attempt: Candidate, hasBrought: boolean): void {
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
    if (hasBrought && attempt.isRenewed && attempt.opener) this.#pageChangers.lead(attempt.opener);
    if (attempt.isRetold) this.#dryRepeats.set(target, hasBrought ? 0 : (this.#dryRepeats.get(target) ?? 0) + 1);
    acts.set(act, { ...before, attempt, hasBrought: hasBrought || before.hasBrought });
  }

  #besidesOf(group: Group): Set<number> {
    const besides = this.#besides.get(group) ?? new Set();
    this.#besides.set(group, besides);
    return besides;
  }

  #triedIn(attempt: Candidate): Tried | undefined {
    return this.#tried.get(keyOf(attempt))?.get(attempt.planned.act.join(' '));
  }

  /** Records that an action changed the page to the present text. */
  change(attempt: Candidate): void {
    this.#pageChangers.add(attempt, this.#text);
  }

  /** Calls `PageChangers.bring`. */
  bring(attempt: Candidate): void {
    this.#pageChangers.bring(attempt);
  }

  /** Tells whether an action is to be repeated that changed the page before other groups were known to bring links. */
  get hasStale(): boolean {
    return this.#pageChangers.next(this.#text) !== undefined;
  }

  /** Queues actions whose elements are shown again. */
  show(attempts: readonly Candidate[]): void {
    const actOf = (one: Candidate) => `${keyOf(one)} ${one.planned.act.join(' ')}`;
    const shown = new Set(attempts.map(actOf));
    this.#shown = [...this.#shown.filter((one) => !shown.has(actOf(one))), ...attempts];
    for (const one of attempts) this.#justShown.add(one);
  }

  /** Tells whether an action of a kind is available and untried in the present view. */
  shows(isMeant: (attempt: Candidate) => boolean): boolean {
    return this.#shown.some(isMeant);
  }

  /** Returns the actions of some groups that are available and untried in the present view. */
  shownOf(groups: ReadonlySet<Group>): readonly Candidate[] {
    return this.#shown.filter(({ group }) => groups.has(group));
  }

  /** Drops actions whose elements the present view does not show. */
  drop(gone: readonly Candidate[]): void {
    this.#shown = this.#shown.filter((one) => !gone.includes(one));
  }

  /** Puts undone retries back first. Returns the other undone actions. */
  putBack(batch: readonly Candidate[]): Candidate[] {
    this.#shown.unshift(...batch.filter(({ isRenewed }) => isRenewed));
    return batch.filter(({ isRenewed }) => !isRenewed);
  }

  miss(missed: readonly Candidate[]): void {
    for (const attempt of missed) {
      // A list that closes with each choice misses the other options each time.
      const misses = (attempt.misses ?? 0) + (isGoneOnWith(attempt.group) ? OF_CHOICES : 1);
      const isKept = !attempt.isRenewed && misses < MOST_MISSES && this.#missing.length < MOST_MISSING;
      if (isKept) this.#missing.push({ ...attempt, misses });
      else if (attempt.isRenewed && attempt.opener) this.#lost.set(nameOf(attempt.planned), attempt);
    }
  }

  /** Records planned actions, whose elements the page shows. */
  plan(planned: readonly FrameAct[]): void {
    for (const one of planned) {
      const target = targetOf(one.frame, one.act[0]);
      this.#planned.set(target, [...(this.#planned.get(target) ?? []), one]);
      this.#latest.set(nameOf(one), one);
    }
  }

  /** Starts a view after an action made controls. */
  begin(opener: Candidate): void {
    this.#view = `${this.#text} ${opener.planned.frame.id} ${opener.planned.act.join(' ')}`;
    this.#shows = this.#text;
  }

  /**
   * Queues actions on targets that are shown again or were recreated: missing actions, productive actions of other
   * views, and actions that led on from those views. Returns their number.
   */
  enter(targets: ReadonlySet<string>, opener: Candidate): number {
    const isThere = (one: Candidate) => targets.has(keyOf(one));
    for (const one of this.#missing.filter(isThere)) {
      one.group.way = opener;
      this.#ways.delete(nameOf(opener.planned));
      this.#waysOn.delete(nameOf(opener.planned));
      // A repetition that was already tried when the page showed the present text.
      const isKnown = one.repeats > 0 && this.#triedIn(one)?.texts.has(this.#text) === true;
      if (!isKnown) this.show([one]);
    }
    // Repetitions are not worth a way back.
    this.#missing = this.#missing.filter((one) => !isThere(one) && one.repeats === 0);
    for (const target of targets) {
      for (const one of this.#planned.get(target) ?? []) {
        this.#latest.set(nameOf(one), one);
        if (this.#lost.delete(nameOf(one))) this.#waysOn.delete(nameOf(one));
      }
    }
    this.#pageChangers.remakes(opener, targets.size);
    const others = this.#elsewhere(this.#triedOn(targets), opener);
    this.show(others.filter(({ group }) => group.isProductive).slice(0, MOST_OF_VIEW));
    this.#leading = others.filter(({ group }) => !group.isProductive && group.hasOpened).slice(0, MOST_OF_VIEW);
    return this.#shown.length + this.#leading.length;
  }

  /** Returns productive actions of a document to watch: a row may be reused for other content, beside another text. */
  watched(frame: FrameAct['frame']): readonly FrameAct[] {
    const isWatched = ({ hasBrought, attempt }: Tried) =>
      hasBrought && attempt.planned.frame === frame && (this.#dryRepeats.get(keyOf(attempt)) ?? 0) < MOST_DRY_RENEWALS;
    const found = this.#triedOn(this.#tried.keys()).filter(isWatched);
    const inOrder = found.sort((a, b) => byPromise(a.attempt.group, b.attempt.group));
    return inOrder.slice(0, MOST_WATCHED).map(({ attempt }) => attempt.planned);
  }

  /**
   * Returns the targets beside which the text changed since the last look, while the number of elements did not.
   *
   * @param beside texts beside the watched elements
   */
  retold(watched: readonly FrameAct[], beside: readonly ShownBeside[]): readonly string[] {
    const targets = watched.map(({ frame, act: [target] }) => targetOf(frame, target));
    return targets.filter((target, at) => {
      const [before, now] = [this.#beside.get(target) ?? null, beside[at] ?? null];
      this.#beside.set(target, now);
      return before !== null && now?.elements === before.elements && now.text !== before.text;
    });
  }

  /** Forgets the texts beside targets, since another page was shown. */
  left(): void {
    this.#beside.clear();
  }

  /** Queues productive actions beside which the text changed. */
  retell(targets: readonly string[], opener: Candidate): void {
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

  /** Returns retries of actions that were not tried in the present view. */
  #elsewhere(tried: readonly Tried[], opener: Candidate): readonly Candidate[] {
    return tried.flatMap(({ attempt: { planned, group }, views, texts }) => {
      if (views.has(this.#view) || group === opener.group || (group.dryRenewals ?? 0) >= MOST_DRY_RENEWALS) return [];
      const isKnownView = texts.has(this.#text);
      return { planned, group, repeats: 2, opener, isRenewed: true, isProbe: true, isKnownView };
    });
  }

  /** Sorts available actions: those that were just made available, then by promise. */
  #inOrder(isNext: (attempt: Candidate) => boolean): readonly Candidate[] {
    const orderOf = ({ planned }: Candidate) => gestures.indexOf(planned.act[1]);
    const again = ({ isRenewed = false }: Candidate) => Number(isRenewed);
    const part = ({ planned: { comesLast = false } }: Candidate) => Number(comesLast);
    const inOrder = this.#shown
      .filter(isNext)
      .sort(
        (a, b) => part(a) - part(b) || byPromise(a.group, b.group) || again(a) - again(b) || orderOf(a) - orderOf(b),
      );
    const isJust = (one: Candidate) => this.#justShown.has(one);
    return [...inOrder.filter(isJust), ...inOrder.filter((one) => !isJust(one))];
  }

  /** Returns the groups that promise more than the available actions; none if any of these was just made available. */
  outdoing(groups: readonly Group[], isNext: (attempt: Candidate) => boolean): readonly Group[] {
    const [best] = this.#inOrder(isNext);
    if (!best || this.#justShown.has(best)) return [];
    return groups.filter((group) => byPromise(group, best.group) < 0);
  }

  /** Takes the next available actions that are still worth a retry. */
  next(most: number, isNext: (attempt: Candidate) => boolean): Candidate[] {
    const isWorthIt = ({ isRenewed, group }: Candidate) => !isRenewed || (group.dryRenewals ?? 0) < MOST_DRY_RENEWALS;
    this.#shown = this.#shown.filter(isWorthIt);
    const batch = new Set(leadingBackLast(compatible(this.#inOrder(isNext), most)));
    this.#shown = this.#shown.filter((one) => !batch.has(one));
    return [...batch];
  }

  /** Takes an action that may lead to a view with untried controls; undefined if none is known. */
  wayBack(): Candidate | undefined {
    const leading = this.#leading.shift();
    if (leading) return leading;
    const way = this.#way();
    if (!way) return undefined;
    const key = nameOf(way.planned);
    this.#ways.set(key, (this.#ways.get(key) ?? 0) + 1);
    return this.asNow(way);
  }

  /** Takes an action to repeat that changed the page before other groups were known to bring links. */
  takeStale(): Candidate | undefined {
    const stale = this.#pageChangers.take(this.#text);
    return stale && { ...this.asNow(stale), isKnownView: true, isStale: true };
  }

  /** Takes the opener of a wanted missing action, once until the opener has led there again. */
  wayOn(isWanted: (missing: Candidate) => boolean): Candidate | undefined {
    const isUntried = ({ attempt: { planned } }: Way) => !this.#waysOn.has(nameOf(planned));
    const way = this.#waysTo(isWanted).find(isUntried)?.attempt;
    if (!way) return undefined;
    this.#waysOn.add(nameOf(way.planned));
    return this.asNow(way);
  }

  /** Returns a repetition on a newer element of the same name; undefined if there is none. */
  remade(attempt: Candidate): Candidate | undefined {
    const planned = this.#latest.get(nameOf(attempt.planned));
    return attempt.isRenewed || !planned || planned === attempt.planned
      ? undefined
      : { ...attempt, planned, isRemade: true };
  }

  /** Returns a repetition on the latest element of the same name. */
  asNow(way: Candidate): Candidate {
    const planned = this.#latest.get(nameOf(way.planned)) ?? way.planned;
    return { ...way, planned, repeats: 2, isRenewed: true, isProbe: true };
  }

  /** Returns an action that has led to a missing action. */
  #way(): Candidate | undefined {
    const isOpen = ({ attempt, most }: Way) => (this.#ways.get(nameOf(attempt.planned)) ?? 0) < most;
    return this.#waysTo(() => true).find(isOpen)?.attempt;
  }

  #waysTo(isWanted: (missing: Candidate) => boolean): readonly Way[] {
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
