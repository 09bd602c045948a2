import type { FrameDocument } from '../browser/document.ts';
import type { LivePage } from '../browser/live-page.ts';
import {
  type Candidate,
  controlOf,
  type FrameAct,
  type Group,
  goOnInPairs,
  isGivenUp,
  isOfOneGroup,
  keyOf,
  MOST_DRY_ROUNDS_OF_GROUP,
} from './candidate.ts';
import { Choices, FilledFields } from './fields.ts';
import { credit, hasOther, isForButton, isNoLink, isOfControls, isSwept, isText } from './groups.ts';
import { LateEffects } from './late-effects.ts';
import { nextActs } from './next-acts.ts';
import { OpenGroups, Sweeps } from './open-groups.ts';
import type { ShownBeside } from './page-calls.ts';
import { type Came, MOST_FRUITFUL, Repeats } from './repeats.ts';
import { FollowedLinks } from './routes.ts';
import { Views } from './views.ts';

/** Productive groups that other groups are compared with. */
const MOST_FRUITFUL_GROUPS = 20;
/** Consecutive openers that get credit for a productive action. */
const MOST_STEPS = 5;

/** Actions that are still to be tried on a page. */
export class Candidates {
  readonly #page: LivePage;
  /** Groups with untried actions. */
  readonly #open: OpenGroups;
  /** Held presses, which are released next. */
  #held: Candidate[] = [];
  /** Actions that may lead to another page. */
  readonly #lateEffects = new LateEffects();
  /** Views of the page. */
  readonly #views = new Views();
  /** Actions to repeat. */
  readonly #repeats = new Repeats(this.#views);
  /** Choices made before a button is pressed or another choice is made. */
  readonly #choices = new Choices();
  /** Links with listeners, and the addresses these lead to. */
  readonly #followed = new FollowedLinks();
  /** Fields whose filling removed something, to be restored. */
  readonly #filled = new FilledFields();
  readonly #productive = new Set<string>();
  /** Remaining actions of skipped groups. */
  readonly #sweeps = new Sweeps();
  /** Last action that changed the page. */
  #opener: Candidate | undefined;
  /** Tab that was opened last. */
  #tab: Candidate | undefined;

  constructor(page: LivePage) {
    this.#page = page;
    this.#open = new OpenGroups(page, this.#followed);
  }

  get isEmpty(): boolean {
    const filled = this.#views.missing.length > 0 ? this.#filled : [];
    const waiting = [this.#held, this.#lateEffects, this.#repeats, this.#choices, filled, this.#sweeps];
    const isDone = waiting.every(({ length }) => length === 0) && this.#open.all.every(({ acts }) => acts.length === 0);
    return isDone && this.#views.isEmpty;
  }

  /** Tells whether an untried control is left: of another kind, with another label, or in another view. */
  get hasControls(): boolean {
    const isSkipped = (group: Group) => isOfControls(group) && isNoLink(group) && (!group.isTried || hasOther(group));
    return this.#sweeps.length > 0 || this.#views.hasStale || this.#open.all.some(isSkipped);
  }

  /** @param view hash of the text that the page shows at first */
  begin(view: number): void {
    this.#views.see(view);
  }

  add(planned: readonly FrameAct[]): void {
    this.#views.plan(planned);
    if (this.#opener && planned.length > 0) {
      this.#opener.group.hasOpened = true;
      this.#views.begin(this.#opener);
    }
    this.#open.add(planned, this.#opener);
  }

  /** Targets whose elements were missing when an action was due. */
  get missing(): readonly FrameAct[] {
    return this.#views.missing.map(({ planned }) => planned);
  }

  /** Names of press groups that brought links, the latest first. */
  get productive(): readonly string[] {
    return [...this.#productive].reverse().slice(0, MOST_FRUITFUL_GROUPS);
  }

  /** Queues actions on targets that are shown again or were recreated. Returns the number of queued actions. */
  renew(there: readonly string[]): number {
    const opener = this.#opener;
    if (there.length === 0 || !opener) return 0;
    const targets = new Set(there);
    for (const group of this.#open.all) {
      const isThere = (one: Candidate) => targets.has(keyOf(one)) && !group.labels.has(one.planned.label);
      // After so many unproductive actions the others are skipped anyway.
      const shown = group.acts.filter(isThere).slice(0, group.isProductive ? undefined : MOST_DRY_ROUNDS_OF_GROUP);
      if (shown.length === 0 || group === opener.group) continue;
      group.way = opener;
      this.#views.show(shown);
      const left = group.acts.filter((one) => !shown.includes(one));
      group.acts.splice(0, Number.POSITIVE_INFINITY, ...left);
      group.fresh = Math.min(group.fresh, left.length);
    }
    this.#views.begin(opener);
    const count = this.#views.enter(targets, opener);
    if (count > 0) opener.group.hasOpened = true;
    return count;
  }

  /** Returns productive actions of a document, which may bring other links when the text beside them changes. */
  watched(frame: FrameDocument | undefined): readonly FrameAct[] {
    return frame ? this.#views.watched(frame) : [];
  }

  /** Calls `Views.retold`. */
  retold(watched: readonly FrameAct[], beside: readonly ShownBeside[]): readonly string[] {
    return this.#views.retold(watched, beside);
  }

  /** Queues actions on targets beside which the last action changed the text. */
  #retell(targets: readonly string[]): void {
    const opener = this.#opener;
    if (targets.length === 0 || !opener) return;
    this.#views.begin(opener);
    this.#views.retell(targets, opener);
  }

  /**
   * Queues the reversal of actions after which the page shows less: fields are emptied when nothing new is left. A
   * repeated press is done once more if the first press opened similar elements, as a tree's branch does.
   */
  giveBack(done: readonly Candidate[]): void {
    const once = done.filter(({ isChosenAgain }) => !isChosenAgain);
    this.#filled.add(once, MOST_FRUITFUL);
    const [one, another] = done;
    if (!one || another || one.repeats !== 1 || one.planned.act[1] !== 'press') return;
    const isLike = ({ opener, planned }: Candidate) =>
      opener?.planned === one.planned && ownLooks(planned) === ownLooks(one.planned);
    if (this.#open.all.some(({ acts }) => acts.some(isLike)))
      this.#held = [{ ...one, repeats: MOST_FRUITFUL, isProbe: true }];
  }

  /** Stores the yield of each kind of actions for other pages. */
  learn(): void {
    this.#open.learn();
  }

  /** Calls `nextActs`. */
  next(most: number): readonly Candidate[] {
    const waiting = {
      open: this.#open,
      held: this.#held,
      lateEffects: this.#lateEffects,
      views: this.#views,
      repeats: this.#repeats,
      choices: this.#choices,
      filled: this.#filled,
      sweeps: this.#sweeps,
      opener: this.#opener,
      tab: this.#tab,
    };
    return nextActs(waiting, most);
  }

  /** Tells whether the last action's group has opened other things, or made a choice that may change another list. */
  get mayHaveOpened(): boolean {
    const { group, planned } = this.#opener ?? {};
    return group?.hasOpened === true || (planned?.act[1] === 'choose' && !planned.isTyped);
  }

  /**
   * Learns from a batch of which the first `done` actions were done; the others come next.
   *
   * @returns true if the actions that showed something new have more to try
   */
  judge(batch: readonly Candidate[], done: number, came: Came): boolean {
    const { effect, found, isNews, view } = came;
    const telling = isNews ? batch.slice(effect === 'late' ? 0 : done - 1, done) : [];
    const last = batch[done - 1];
    const isFirst = found > 0 && last?.group.isProductive !== true;
    credit(batch.slice(0, done), came, telling, (leadsTo) => this.#views.isOnTheWay(view, leadsTo));
    for (const { group, isRemade } of batch.slice(0, done)) if (isRemade) group.isDryAgain = found === 0 && !isNews;
    if (last && isOfOneGroup(batch) && effect === 'change') last.group.isLookedAt = true;
    if (effect !== 'elsewhere') for (const { planned } of batch.slice(0, done)) this.#pressed(planned, false);
    this.putBack(batch.slice(done));
    for (const attempt of batch.slice(0, done)) this.#noteTried(attempt, found, attempt === last && found > 0);
    if (effect !== 'none') this.#needNoButton(batch.slice(effect === 'late' ? 0 : done - 1, done));
    const isHeld = last?.planned.act[1] === 'hold';
    if (isHeld) this.#held = batch.slice(0, done).map(released);
    else this.#repeats.judge(batch.slice(0, done), came);
    this.#repeats.ask(this.#choices.judge(batch.slice(0, done), came, isFirst));
    if (view !== undefined) this.#views.see(view);
    const isToDoAgain = found > 0 || came.retold.length > 0 || !came.isSeen;
    if (effect === 'late') this.#lateEffects.late(batch.slice(0, done), isToDoAgain);
    else if (came.isMoreToCome) this.#lateEffects.late(batch.slice(0, done - 1), isToDoAgain);
    this.#opener = effect === 'none' || effect === 'elsewhere' ? undefined : last;
    if (this.#opener?.planned.isTab || effect === 'elsewhere') this.#tab = this.#opener;
    this.#retell(came.retold);
    if (this.#opener) this.#views.change(this.#opener);
    if (last && isFirst) this.#views.bring(last);
    if (found > 0 && last?.planned.act[1] === 'press') this.#productive.add(last.planned.group);
    for (const group of this.#open.all.filter((one) => isGivenUp(one) || isSwept(one))) {
      goOnInPairs(group);
      if (!isGivenUp(group) && group.isHeard) continue;
      // Texts without a visible effect are typed in one batch.
      if (!isGivenUp(group) || (isOfControls(group) && isNoLink(group))) this.#sweeps.add(group);
      group.acts.length = 0;
      group.fresh = 0;
    }
    for (const one of batch.slice(0, done))
      if (one.planned.isTyped && one.group.acts.length === 0) this.giveBack([one]);
    this.#open.clean();
    const isTyping = batch.slice(0, done).some((one) => isText(one) && one.group.isHeard && !isGivenUp(one.group));
    return isTyping || telling.some(({ group, repeats }) => group.acts.length > 0 || repeats > 0);
  }

  /** Drops choices that wait for a button, if a field shows the effect without one. */
  #needNoButton(done: readonly Candidate[]): void {
    const isOfField = ({ act: [target, , field], frame }: FrameAct) =>
      done.some(({ planned: { act, frame: of } }) => act[0] === field && act[0] !== target && of === frame);
    const isAsked = ({ planned }: Candidate) => isForButton(planned) && isOfField(planned);
    for (const group of this.#open.all)
      for (const { planned } of group.acts.filter(isAsked)) this.#open.drop(group, planned);
  }

  /** Records a try, and clears the failures of all actions that opened a productive one. */
  #noteTried(attempt: Candidate, found: number, hasBrought: boolean): void {
    this.#views.note(attempt, hasBrought);
    for (let { opener } = attempt, depth = 0; found > 0 && opener && depth < MOST_STEPS; { opener } = opener, depth++) {
      opener.group.dryRounds = opener.group.unproductive = opener.group.dryRenewals = 0;
      opener.group.hasLed = true;
    }
  }

  /** Defers repetitions that a dialog covers until the actions in the dialog are tried. Returns true if deferred. */
  putOff(batch: readonly Candidate[]): boolean {
    return this.#repeats.putOff(batch);
  }

  /** Puts undone actions first in the queue; retries stay at the end. */
  putBack(batch: readonly Candidate[]): void {
    for (const attempt of this.#views.putBack(this.#repeats.putBack(batch)).reverse()) this.#open.comesNext(attempt);
  }

  /** Handles missing elements: repetitions continue on replacements. */
  miss(missed: readonly Candidate[]): void {
    const isAgain = ({ repeats, group }: Candidate) => repeats > 0 && !group.isDryAgain;
    const [gone, remade]: [Candidate[], Candidate[]] = [[], []];
    for (const one of missed) {
      const made = isAgain(one) ? this.#views.remade(one) : undefined;
      if (made) remade.push(made);
      else gone.push(one);
    }
    this.#choices.miss(gone);
    this.#repeats.goOn(remade);
    for (const { planned, group } of remade) this.#open.drop(group, planned);
    this.#views.miss(gone);
  }

  /** Returns actions other than links that wait in the groups of some actions. */
  besides(acts: readonly Candidate[]): readonly Candidate[] {
    const groups = new Set(acts.map(({ group }) => group));
    return [...[...groups].filter(isNoLink).flatMap((group) => group.acts), ...this.#views.shownOf(groups)];
  }

  /** Handles untried actions whose elements are missing as well. */
  missToo(missed: readonly Candidate[]): void {
    for (const group of new Set(missed.map((one) => one.group))) {
      const left = group.acts.filter((one) => !missed.includes(one));
      group.acts.splice(0, Number.POSITIVE_INFINITY, ...left);
      group.fresh = Math.min(group.fresh, left.length);
    }
    this.#open.clean();
    this.#views.drop(missed);
    this.#views.miss(missed);
  }

  /**
   * Handles a navigation away. Further links of a known listener are skipped; other suspects are repeated one by one
   * until one navigates again, then the rest together.
   *
   * @param hasLeft true if the last action was seen to navigate
   * @param strayed address that a link led to instead of the written one
   * @returns addresses that count as links in addition to those of the listener's links
   */
  leave(batch: readonly Candidate[], done: number, hasLeft: boolean, strayed: string | undefined): readonly string[] {
    this.#views.left();
    const last = batch[done - 1]?.planned;
    if (last && (hasLeft || done === 1)) this.#pressed(last, true);
    if (last?.href === undefined) {
      this.#lateEffects.left(batch.slice(0, done), hasLeft);
      return [];
    }
    const others = this.#followed.follow(last.place, strayed);
    const isDone = ({ acts: [first] }: Group) =>
      first?.planned.href !== undefined && this.#followed.isKnown(first.planned.place);
    this.#open.leave(isDone);
    return others;
  }

  #pressed(planned: FrameAct, hasLed: boolean): void {
    const control = controlOf(planned);
    if (control !== undefined) this.#page.pressed(control, hasLed);
  }

  /** Returns addresses that links led to instead of their own, if no link of the listener led to its own. */
  strays(): readonly string[] {
    return this.#followed.end();
  }
}

/** Returns how an element looks, without its position. */
const ownLooks = ({ group }: FrameAct): string | undefined => group.split('<', 1)[0];

/** Returns the release of a hold; as a probe, an unproductive one is not counted. */
const released = (attempt: Candidate): Candidate => {
  const [target] = attempt.planned.act;
  return {
    ...attempt,
    planned: { ...attempt.planned, act: [target, 'release'] },
    repeats: MOST_FRUITFUL,
    isProbe: true,
  };
};
