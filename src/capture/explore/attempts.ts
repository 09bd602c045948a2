import type { FrameDocument } from '../browser/document.ts';
import type { LivePage } from '../browser/live-page.ts';
import {
  type Attempt,
  controlOf,
  type FrameAct,
  type Group,
  goOnInPairs,
  isGivenUp,
  isOfOneGroup,
  keyOf,
  MOST_IN_VAIN_OF_GROUP,
} from './attempt.ts';
import { Choices, FilledFields } from './fields.ts';
import { credit, hasOther, isForButton, isNoLink, isOfControls, isSwept, isText } from './groups.ts';
import type { ShownBeside } from './in-page.ts';
import { nextActs } from './next-acts.ts';
import { OpenGroups, Sweeps } from './open-groups.ts';
import { type Came, MOST_FRUITFUL, Repeats } from './repeats.ts';
import { FollowedLinks } from './routes.ts';
import { Suspects } from './suspects.ts';
import { Views } from './views.ts';

/** Groups that others are compared with. */
const MOST_FRUITFUL_GROUPS = 20;
/** Acts one behind the other that led to one that brought something. */
const MOST_STEPS = 5;

/** What is still to be tried on a page. */
export class Attempts {
  readonly #page: LivePage;
  /** Groups that have something left. */
  readonly #open: OpenGroups;
  /** What is held is let go of next. */
  #held: Attempt[] = [];
  /** Which acts lead to another page. */
  readonly #suspects = new Suspects();
  /** What the views of the page show. */
  readonly #views = new Views();
  /** What is done again. */
  readonly #repeats = new Repeats(this.#views);
  /** What is chosen before a button is pressed, or something else is chosen. */
  readonly #choices = new Choices();
  /** What listeners of links do with them. */
  readonly #followed = new FollowedLinks();
  /** Fields that took something away, to be as they were. */
  readonly #filled = new FilledFields();
  readonly #fruitful = new Set<string>();
  /** The rest of groups that are left. */
  readonly #sweeps = new Sweeps();
  /** What was done last that changed the page. */
  #opener: Attempt | undefined;
  /** The tab that has shown something last. */
  #tab: Attempt | undefined;

  constructor(page: LivePage) {
    this.#page = page;
    this.#open = new OpenGroups(page, this.#followed);
  }

  get isEmpty(): boolean {
    const filled = this.#views.missing.length > 0 ? this.#filled : [];
    const waiting = [this.#held, this.#suspects, this.#repeats, this.#choices, filled, this.#sweeps];
    const isDone = waiting.every(({ length }) => length === 0) && this.#open.all.every(({ acts }) => acts.length === 0);
    return isDone && this.#views.isEmpty;
  }

  /**
   * Whether a control was not pressed yet that is of another kind, or says something else, than those that were, or may bring
   * other things where another view is shown.
   */
  get hasControls(): boolean {
    const isLeft = (group: Group) => isOfControls(group) && isNoLink(group) && (!group.isTried || hasOther(group));
    return this.#sweeps.length > 0 || this.#views.hasStale || this.#open.all.some(isLeft);
  }

  /** @param view stands for what the page shows at first */
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

  /** Targets whose elements were not there when they were to be acted on. */
  get missing(): readonly FrameAct[] {
    return this.#views.missing.map(({ planned }) => planned);
  }

  /** Groups of presses that have brought links, by their names, the latest first. */
  get fruitful(): readonly string[] {
    return [...this.#fruitful].reverse().slice(0, MOST_FRUITFUL_GROUPS);
  }

  /** These targets are there, made anew or again. Answers how many acts are tried now that the page shows them. */
  renew(there: readonly string[]): number {
    const opener = this.#opener;
    if (there.length === 0 || !opener) return 0;
    const targets = new Set(there);
    for (const group of this.#open.all) {
      const isThere = (one: Attempt) => targets.has(keyOf(one)) && !group.labels.has(one.planned.label);
      // Where so many are in vain, the others are left anyway.
      const shown = group.acts.filter(isThere).slice(0, group.isFruitful ? undefined : MOST_IN_VAIN_OF_GROUP);
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

  /** What has brought links in a document, and may bring others when another text stands beside it. */
  watched(frame: FrameDocument | undefined): readonly FrameAct[] {
    return frame ? this.#views.watched(frame) : [];
  }

  /** As `Views.retold`. */
  retold(watched: readonly FrameAct[], beside: readonly ShownBeside[]): readonly string[] {
    return this.#views.retold(watched, beside);
  }

  /** What was done last has put another text beside these. */
  #retell(targets: readonly string[]): void {
    const opener = this.#opener;
    if (targets.length === 0 || !opener) return;
    this.#views.begin(opener);
    this.#views.retell(targets, opener);
  }

  /**
   * Less is shown since these were done: what they have filled is emptied when nothing new is left to try; what was only
   * pressed again is so once more, where its first press has opened others of its like, as a branch of a tree does.
   */
  giveBack(done: readonly Attempt[]): void {
    const once = done.filter(({ isChosenAgain }) => !isChosenAgain);
    this.#filled.add(once, MOST_FRUITFUL);
    const [one, another] = done;
    if (!one || another || one.repeats !== 1 || one.planned.act[1] !== 'press') return;
    const isLike = ({ opener, planned }: Attempt) =>
      opener?.planned === one.planned && ownLooks(planned) === ownLooks(one.planned);
    if (this.#open.all.some(({ acts }) => acts.some(isLike)))
      this.#held = [{ ...one, repeats: MOST_FRUITFUL, isProbe: true }];
  }

  /** Keeps in mind for other pages what brought something here. */
  learn(): void {
    this.#open.learn();
  }

  /** As `nextActs`. */
  next(most: number, isLast: boolean): readonly Attempt[] {
    const waiting = {
      open: this.#open,
      held: this.#held,
      suspects: this.#suspects,
      views: this.#views,
      repeats: this.#repeats,
      choices: this.#choices,
      filled: this.#filled,
      sweeps: this.#sweeps,
      opener: this.#opener,
      tab: this.#tab,
    };
    return nextActs(waiting, most, isLast);
  }

  /** Whether what was done last is of a kind that has opened something else to be done, or a choice, for which another list may offer others. */
  get mayHaveOpened(): boolean {
    const { group, planned } = this.#opener ?? {};
    return group?.hasOpened === true || (planned?.act[1] === 'choose' && !planned.isTyped);
  }

  /**
   * Learns from a batch of which the first `done` were done: what was not comes next.
   *
   * @returns whether there is more to try of what did so
   */
  judge(batch: readonly Attempt[], done: number, came: Came): boolean {
    const { effect, found, isNews, view } = came;
    const telling = isNews ? batch.slice(effect === 'late' ? 0 : done - 1, done) : [];
    const last = batch[done - 1];
    const isFirst = found > 0 && last?.group.isFruitful !== true;
    credit(batch.slice(0, done), came, telling, (leadsTo) => this.#views.isOnTheWay(view, leadsTo));
    if (found > 0) for (const { planned } of batch.slice(0, done)) this.#open.goOnWithOptions(planned);
    for (const { group, isMadeAnew } of batch.slice(0, done)) if (isMadeAnew) group.isVainAnew = found === 0 && !isNews;
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
    if (effect === 'late') this.#setApart(batch.slice(0, done));
    const isToDoAgain = found > 0 || came.retold.length > 0 || !came.isSeen;
    if (effect === 'late') this.#suspects.late(batch.slice(0, done), isToDoAgain);
    else if (came.isMoreToCome) this.#suspects.late(batch.slice(0, done - 1), isToDoAgain);
    this.#opener = effect === 'none' || effect === 'elsewhere' ? undefined : last;
    if (this.#opener?.planned.isTab || effect === 'elsewhere') this.#tab = this.#opener;
    this.#retell(came.retold);
    if (this.#opener) this.#views.change(this.#opener);
    if (last && isFirst) this.#views.bring(last);
    if (found > 0 && last?.planned.act[1] === 'press') this.#fruitful.add(last.planned.group);
    for (const group of this.#open.all.filter((one) => isGivenUp(one) || isSwept(one))) {
      goOnInPairs(group);
      if (!isGivenUp(group) && group.isHeard) continue;
      // What nothing is to be seen of is typed in one go.
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

  /** Fields that show themselves what comes of a choice keep nothing in mind until a button is pressed. */
  #needNoButton(done: readonly Attempt[]): void {
    const isOfField = ({ act: [target, , field], frame }: FrameAct) =>
      done.some(({ planned: { act, frame: of } }) => act[0] === field && act[0] !== target && of === frame);
    const isAsked = ({ planned }: Attempt) => isForButton(planned) && isOfField(planned);
    for (const group of this.#open.all)
      for (const { planned } of group.acts.filter(isAsked)) this.#open.drop(group, planned);
  }

  /** What opened something that brought links is not inVain itself. */
  #noteTried(attempt: Attempt, found: number, hasBrought: boolean): void {
    this.#views.note(attempt, hasBrought);
    for (let { opener } = attempt, depth = 0; found > 0 && opener && depth < MOST_STEPS; { opener } = opener, depth++) {
      opener.group.inVain = opener.group.fruitless = opener.group.vain = 0;
      opener.group.hasLed = true;
    }
  }

  /** A dialog covers these: what is to be done again waits until what the dialog offers was tried. Answers whether it does. */
  putOff(batch: readonly Attempt[]): boolean {
    return this.#repeats.putOff(batch);
  }

  /** These were not done: they come next, but for what is tried again when nothing else is left. */
  putBack(batch: readonly Attempt[]): void {
    for (const attempt of this.#views.putBack(this.#repeats.putBack(batch)).reverse()) this.#open.comesNext(attempt);
  }

  /** Lists whose answers came after all were chosen from are done again, one after the other. */
  #setApart(done: readonly Attempt[]): void {
    const chosen = done.filter(({ group, planned }) => planned.act[1] === 'choose' && !group.isApart);
    if (chosen.length < 2) return;
    for (const attempt of chosen.reverse()) {
      attempt.group.isApart = true;
      this.#open.comesNext(attempt);
    }
  }

  /** These were to be done to elements that are not there: what is to be done again is done to what was made in their place. */
  miss(missed: readonly Attempt[]): void {
    const isAgain = ({ repeats, group }: Attempt) => repeats > 0 && !group.isVainAnew;
    const [gone, anew]: [Attempt[], Attempt[]] = [[], []];
    for (const one of missed) {
      const made = isAgain(one) ? this.#views.madeAnew(one) : undefined;
      if (made) anew.push(made);
      else gone.push(one);
    }
    this.#choices.miss(gone);
    this.#repeats.goOn(anew);
    for (const { planned, group } of anew) this.#open.drop(group, planned);
    this.#views.miss(gone);
  }

  /** What waits in the groups of some acts, but for links. */
  besides(acts: readonly Attempt[]): readonly Attempt[] {
    const groups = new Set(acts.map(({ group }) => group));
    return [...[...groups].filter(isNoLink).flatMap((group) => group.acts), ...this.#views.shownOf(groups)];
  }

  /** These were still to be done, and their elements are not there either. */
  missToo(missed: readonly Attempt[]): void {
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
   * The page was led to another one. Links with the same event listener do nothing else than to lead where they say; of
   * other acts that may have done it, each is done again alone until one does it again, and the others together.
   *
   * @param hasLeft whether the last one was seen to do it
   * @param strayed where a link led that says something else
   * @returns addresses that are links beside those that its listener's links say
   */
  leave(batch: readonly Attempt[], done: number, hasLeft: boolean, strayed: string | undefined): readonly string[] {
    this.#views.left();
    const last = batch[done - 1]?.planned;
    if (last && (hasLeft || done === 1)) this.#pressed(last, true);
    if (last?.href === undefined) {
      this.#suspects.left(batch.slice(0, done), hasLeft);
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

  /** Addresses that links led to which say something else, and none with the same listener was seen to lead where it says. */
  strays(): readonly string[] {
    return this.#followed.end();
  }
}

/** How an element looks itself, wherever it stands. */
const ownLooks = ({ group }: FrameAct): string | undefined => group.split('<', 1)[0];

/** It belongs to the hold, and is no round that brought nothing by itself. */
const released = (attempt: Attempt): Attempt => {
  const [target] = attempt.planned.act;
  return {
    ...attempt,
    planned: { ...attempt.planned, act: [target, 'release'] },
    repeats: MOST_FRUITFUL,
    isProbe: true,
  };
};
