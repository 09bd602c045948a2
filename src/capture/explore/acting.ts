import { heardStreams, SocketAnswers, settleWorkers } from '../browser/clock/background.ts';
import { FairTime } from '../browser/clock/cpu-pressure.ts';
import type { LivePage } from '../browser/live-page.ts';
import { Patience } from '../explore/patience.ts';
import type { HarvestAgain } from '../loaded-page.ts';
import { Actor, orGone } from './actor.ts';
import { type Attempt, type FrameAct, isOfOneGroup } from './attempt.ts';
import { Attempts } from './attempts.ts';
import type { Budget } from './gestures.ts';
import {
  BRING_BACK_IN_PAGE,
  broughtBack,
  isLedBack,
  LED_BACK_IN_PAGE,
  SHOWN_IN_PAGE,
  type Shown,
  shown,
} from './in-page.ts';
import { Route } from './routes.ts';

/** Rounds that one that brought links gives. */
const FOR_LINKS = 20;
/** Rounds in a row that must have brought nothing before those at first count. */
const LEAST_IN_VAIN = 4;
/** Two rounds that brought links give one more that may be in vain; so many at most. */
const MOST_PATIENT = 6;
/** Rounds in which nothing was done that do not count. */
const MOST_IDLE = 10;
/** Rounds that showed something new but no link, and do not count either. */
const MOST_PROMISING = 20;
/** One that brought so many elements and no link, such as a long menu, costs as much as two; … */
const COSTLY = 400;
/** … one that brought more, as much as so many more at most. */
const MOST_COSTLY = 3;

/** Acts that are done without a look at the page between them, as long as they change nothing. */
const BATCH = 25;
/** Plans in a row that had nothing new, after which the page is planned for in one round of so many only. */
const VAIN = 5;
const SELDOM = 8;
/** Elements that have come, such as a list of options, with which it is planned for at once nevertheless. */
const MANY = 5;
/** Acts of a page that brought no link but a text that was new, as an index does in which a letter has no entry. */
const MOST_NEWS = 30;
/** Dialogs of one page that are closed to reach what they cover, and controls that may close them. */
const MOST_CLOSINGS = 40;
const MOST_CLOSERS = 8;
/** What a round of acts costs, in pages. */
const OF_ROUND = 0.2;
/** How many times as long as a page is waited for it is acted on: one that takes longer makes ever more of itself. */
const LONGEST = 2;
/** How much time passes after acts, in milliseconds of the page's time: animations and delays are over then. */
const AFTER_ACTS = 5000;

/** What came of a round. */
interface Outcome {
  /** Acts that were done … */
  readonly done: number;
  /** … and new links that they brought. */
  readonly found: number;
  /** Acts that were to close a dialog first: the budget has them, too. */
  readonly closings: number;
  /** Whether others of them may bring links nevertheless, as these showed something new. */
  readonly isPromising: boolean;
  readonly isMoved: boolean;
  /** Whether its elements were made anew. */
  readonly isAnew: boolean;
}

const NOTHING_DONE: Outcome = { done: 0, found: 0, closings: 0, isPromising: false, isMoved: false, isAnew: false };

const ELSEWHERE = {
  effect: 'elsewhere',
  isNews: false,
  view: undefined,
  isAsked: false,
  isMoreToCome: false,
  isSeen: true,
  retold: [],
} as const;

/** Whether links are only pointed at: what is loaded ahead for them says nothing of the page. */
const isAhead = (batch: readonly Attempt[]): boolean => batch.every(({ planned }) => planned.isAhead);

/** What is done to a page; with a larger budget it is gone on with. */
export class Acting {
  readonly #page: LivePage;
  readonly #actor: Actor;
  readonly #attempts: Attempts;
  readonly #route: Route;
  readonly #answers: SocketAnswers;
  /** What its rounds have cost, in pages. */
  cost = 0;
  /** Whether it was led to another page and still shows what is there: then only what is left to try of its own is tried. */
  #isLost = false;
  /** Whether its scripts are told when it is scrolled, as it is where it gets shorter, or what comes into view. */
  #watchesScroll = false;
  /** Texts that its documents have shown, and how many of them acts have brought without a link. */
  readonly #shown = new Set<number>();
  #news = 0;
  /** Stands for the text that each document has shown last. */
  readonly #views = new Map<FrameAct['frame'], number>();
  /** How often a dialog was closed to reach what it covers, and whether the last one stayed: then no more are. */
  #closings = 0;
  #isReached = false;
  /** Whether nothing was done since one was closed. */
  #isClosed = false;
  readonly #closers: FrameAct[] = [];

  constructor(page: LivePage) {
    this.#page = page;
    this.#actor = new Actor(page);
    this.#attempts = new Attempts(page);
    this.#route = new Route(page);
    this.#answers = new SocketAnswers(page);
  }

  /** Acts on the page until nothing is left to try or the budget is spent; then the page's limits say so. */
  async go(budget: Budget, harvest: HarvestAgain): Promise<void> {
    const attempts = this.#attempts;
    await this.#plan(budget.within);
    if (attempts.isEmpty) return;
    await this.#page.remember();
    await this.#route.begin();
    await this.#isLedBack('begin');
    this.#watchesScroll = await this.#page.watchesScroll();
    for (const frame of this.#page.frames) {
      const view = (await shownIn(frame, []))?.text;
      if (view === undefined) continue;
      this.#shown.add(view);
      this.#views.set(frame, view);
      if (frame.isMain) attempts.begin(view);
    }
    const isCut = await this.#act(budget, harvest);
    this.#route.end();
    for (const url of attempts.strays()) this.#page.tab.observer.leads(url);
    const hasMore = isCut || this.#actor.hasMoreWithin || this.#actor.hasMoreListeners;
    if (!attempts.isEmpty || (hasMore && !this.#isLost)) this.#page.tab.limits.add('actions');
    attempts.learn();
    await this.#page.forget();
  }

  /** Answers whether the page has changed since it was last planned for. */
  async #act(budget: Budget, harvest: HarvestAgain): Promise<boolean> {
    const [page, actor, attempts] = [this.#page, this.#actor, this.#attempts];
    let { rounds } = budget;
    let inVain = 0;
    const patience = new Patience(page);
    let isToPlan = false;
    /** Plans in a row that had nothing new. */
    let vain = 0;
    let isActed = false;
    /** Rounds in which nothing was done, as all its elements were gone. */
    let idle = 0;
    /** Rounds that brought no link, and may lead to some. */
    let promising = 0;
    /** Rounds that brought links. */
    let fruitful = 0;
    // Not the turns of hosts that its requests wait for.
    const clock = () => performance.now() - page.tab.waited;
    const time = new FairTime(LONGEST * page.tab.patience.page, page.tab.starved, clock);
    for (let left = budget.acts, round = 1; left > 0 && page.mayBeActedOn && !(await time.isOver()); round++) {
      // Acts may have made others listen though nothing is to be seen of it.
      if (attempts.isEmpty && (isActed || actor.hasMoreListeners)) {
        await this.#plan(budget.within);
        isActed = false;
      }
      if (attempts.isEmpty && (await this.#settleLast(harvest))) await this.#plan(budget.within);
      // A frame's document came between the last look and the plan.
      if (attempts.isEmpty && actor.lacksFrames && (await this.#settleLast(harvest))) await this.#plan(budget.within);
      if (attempts.isEmpty && (await this.#bringBack())) await this.#plan(budget.within);
      if (attempts.isEmpty) return false;
      if (patience.isOver) break;
      const counted = () => round - idle - promising;
      const more = () => Math.min(MOST_PATIENT, fruitful >> 1);
      const mostInVain = () => (counted() >= rounds ? LEAST_IN_VAIN : budget.inVain) + more();
      const { elements } = page;
      const batch = attempts.next(Math.min(BATCH, left), inVain >= mostInVain() - 1);
      const { done, found, closings, isPromising, isMoved, isAnew } = await this.#round(batch, harvest);
      // Which of several acts brought something is asked one by one: all but one of them bring nothing.
      const isProbe = found === 0 && batch.every((one) => one.isProbe);
      if (found > 0) [inVain, fruitful] = [0, fruitful + 1];
      else if (done > 0 && !isProbe && !isPromising && !isAhead(batch))
        inVain += 1 + Math.min(MOST_COSTLY, Math.floor(page.arrivals / COSTLY));
      if (done + closings === 0 && idle < MOST_IDLE) idle++;
      else if (found === 0 && isPromising && promising < MOST_PROMISING) promising++;
      if (found > 0) rounds = Math.min(budget.mostRounds, Math.max(rounds, counted() + FOR_LINKS));
      left -= done + closings;
      if (done > 0) patience.learn();
      this.cost += OF_ROUND;
      isActed = true;
      isToPlan ||= isMoved || isAnew;
      const isInVain = inVain >= mostInVain();
      if (round >= budget.mostRounds || (isInVain && (counted() >= rounds || !attempts.hasControls))) break;
      const isSeldom = !isAnew && !attempts.mayHaveOpened && vain >= VAIN && page.elements - elements < MANY;
      if (!isToPlan || (isSeldom && round % SELDOM !== 0 && !attempts.isEmpty)) continue;
      const count = await this.#plan(budget.within);
      // A page that was led back shows what it has shown.
      vain = count > 0 ? 0 : isAnew ? vain : vain + 1;
      isToPlan = false;
      isActed = false;
    }
    await this.#settleLast(harvest);
    return isToPlan;
  }

  /** Does what is next, and sees what comes of it. What leads to another page is not done again, and the page is led back. */
  async #round(planned: readonly Attempt[], harvest: HarvestAgain): Promise<Outcome> {
    const [page, attempts, route] = [this.#page, this.#attempts, this.#route];
    const { observer } = page.tab;
    const seen = () => (isAhead(planned) ? observer.ways : observer.places);
    const take = (isHere?: () => Promise<boolean>) => this.#take(harvest, isAhead(planned), isHere);
    const observed = seen();
    const { calls } = observer;
    const { elements } = page;
    const workers = page.tab.page.workers().length;
    const [first] = planned;
    const watched = attempts.watched(first?.planned.frame);
    route.expect(first?.planned.href);
    // What takes no more steps is often hidden only when the page is drawn.
    if (first && first.repeats > 0 && first.group.isFruitful) await first.planned.frame.drawn();
    const acted = await this.#actor.perform(
      planned.map(({ planned }) => planned),
      this.#isReached,
      watched,
      isOfOneGroup(planned),
    );
    const { hasLeft, gone, hidden } = acted;
    const isHidden = (_: Attempt, at: number) => hidden.includes(at);
    const batch = planned.filter((one, at) => !isHidden(one, at));
    const unseen = planned.filter(isHidden);
    attempts.miss(unseen);
    const done = acted.done - unseen.length;
    if (acted.done > 0 && done === 0) {
      attempts.putBack(batch);
      attempts.missToo(await this.#actor.gone(attempts.besides(unseen)));
      return NOTHING_DONE;
    }
    if (acted.isCovered && done === 0) return { ...NOTHING_DONE, closings: await this.#uncover(batch) };
    if (done > 0) this.#isClosed = false;
    const missed = batch.slice(0, done).filter(({ planned }) => gone.includes(planned.act[0]));
    if (missed.length === done) {
      attempts.putBack(batch.slice(done));
      attempts.miss(missed);
      attempts.missToo(await this.#actor.gone(attempts.besides(missed)));
      return { ...NOTHING_DONE, isAnew: true };
    }
    const there = batch.filter((one) => !missed.includes(one));
    const tried = done - missed.length;
    // Others of them may lead to another page once time passes.
    const mayLeave = done > 1 && acted.hasChanged && (await page.look()) && !route.isLeft;
    const isHere = async () => {
      await page.look();
      return !route.isLeft;
    };
    const taken = mayLeave ? await take(isHere) : 0;
    const pictures = acted.hasChanged && this.#watchesScroll ? 2 : acted.isAnimated ? 1 : 0;
    const isSettled = await page.settle(AFTER_ACTS, pictures);
    const isNewWorker = page.tab.page.workers().length > workers;
    // Waited for whatever else moved: what they bring is this round's, and not a later one's.
    const isByWorkers = isNewWorker && (await settleWorkers(page));
    const isAnswered = await this.#answers.heard();
    // What acts have changed may be texts alone, or stand in a shadow tree that nobody has looked into yet.
    const isMoved = acted.hasChanged || mayLeave || isByWorkers || isSettled || isAnswered;
    if (!route.isLeft) {
      const found = taken + (isMoved ? (await take()) + seen() - observed : 0);
      const last = there[tried - 1]?.planned;
      const beside = found > 0 && last ? [...watched, last] : watched;
      // A field that looks for what is typed into it may say in a text that there is nothing.
      const isTyping = there.slice(0, tried).some(({ planned }) => planned.isTyped);
      const shows = isMoved || isTyping || beside.length > 0 ? await shownIn(first?.planned.frame, beside) : undefined;
      const retold = shows ? attempts.retold(beside, shows.beside) : [];
      const isTold = shows?.text !== (first && this.#views.get(first.planned.frame));
      const isSeen = found > 0 || retold.length > 0 || isTold || page.elements !== elements;
      const isLate = isMoved || retold.length > 0 || (isTyping && isTold);
      const effect = acted.isSame ? 'same' : acted.hasChanged ? 'change' : isLate ? 'late' : 'none';
      const view = effect === 'none' ? undefined : shows?.text;
      const isNews = view !== undefined && this.#isNews(view, found === 0 && effect !== 'same');
      const isAsked = observer.calls > calls;
      const isMoreToCome = mayLeave && (isSettled || isAsked);
      if (first && shows) this.#views.set(first.planned.frame, shows.text);
      const came = { effect, found, isNews, view, isAsked, isMoreToCome, isSeen, retold } as const;
      const isPromising = attempts.judge(there, tried, came) || acted.hasShown;
      attempts.miss(missed);
      if (page.elements < elements) attempts.giveBack(there.slice(0, tried));
      return { done, found, closings: 0, isPromising, isMoved, isAnew: missed.length > 0 || acted.hasShown };
    }
    const found = taken + seen() - observed;
    attempts.judge(there, tried, { ...ELSEWHERE, found });
    const others = attempts.leave(there, tried, hasLeft, observer.strayed);
    await this.#goBack(harvest);
    for (const url of others) observer.leads(url);
    return { ...NOTHING_DONE, done, found, isMoved: true, isAnew: true };
  }

  /** Whether a view is one that was not shown before; for so many views of the page. */
  #isNews(view: number, mayBe: boolean): boolean {
    const isNews = mayBe && this.#news < MOST_NEWS && !this.#shown.has(view);
    this.#shown.add(view);
    if (isNews) this.#news++;
    return isNews;
  }

  /** Closes the dialog that covers the page, as a reader does: what it covers is tried then. Answers how many acts it took. */
  async #uncover(batch: readonly Attempt[]): Promise<number> {
    if (this.#attempts.putOff(batch)) return 0;
    this.#attempts.putBack(batch);
    const [first] = batch;
    this.#isReached ||= !first || this.#isClosed || ++this.#closings > MOST_CLOSINGS;
    if (!first || this.#isReached) return 0;
    this.#isClosed = true;
    const { frame, act } = first.planned;
    const closers = this.#closers.filter((one) => one.frame === frame).map((one) => one.act[0]);
    const targets = [act[0], ...closers.reverse()];
    for (const target of targets)
      await this.#actor.perform([{ ...first.planned, act: [target, 'close'] }], false, [], false);
    await this.#page.settle(AFTER_ACTS);
    return targets.length;
  }

  /** Takes what comes when all is done, such as by timers far ahead. Answers whether the page may have something to try again. */
  async #settleLast(harvest: HarvestAgain): Promise<boolean> {
    await this.#page.frames[0]?.drawn();
    const isHeard = await heardStreams(this.#page);
    const isMoved = (await this.#page.settle(AFTER_ACTS)) || isHeard;
    if (this.#route.isLeft) await this.#goBack(harvest);
    else if (isMoved) await this.#take(harvest, false);
    return isMoved;
  }

  /** Puts back documents that acts have replaced, if there is something left to do in them. Returns whether it did. */
  async #bringBack(): Promise<boolean> {
    let isBack = false;
    for (const frame of this.#page.frames) {
      const targets = this.#attempts.missing.flatMap((one) => (one.frame.id === frame.id ? [one.act[0]] : []));
      if (targets.length === 0) continue;
      isBack = (await frame.call(BRING_BACK_IN_PAGE, [targets], [], broughtBack).catch(orGone(false))) || isBack;
    }
    return isBack;
  }

  async #take(harvest: HarvestAgain, isOfLinks: boolean, isHere?: () => Promise<boolean>): Promise<number> {
    return this.#isLost ? 0 : await harvest(isOfLinks ? 'take-ahead' : 'take', isHere);
  }

  /** Plans what is new; a page that shows another one has nothing new of its own, but its elements may be made anew. */
  async #plan(within: number): Promise<number> {
    const { missing, fruitful } = this.#attempts;
    const { planned, renewed } = await this.#actor.plan(within, missing, fruitful);
    if (this.#isLost) return 0;
    this.#attempts.add(planned);
    this.#closers.push(...planned.filter(({ closes, act: [, gesture] }) => closes && gesture === 'press'));
    this.#closers.splice(0, Math.max(0, this.#closers.length - MOST_CLOSERS));
    return planned.length + this.#attempts.renew(renewed);
  }

  /** Leads the page back. One that then shows links that it did not show before still shows another page. */
  async #goBack(harvest: HarvestAgain): Promise<void> {
    const route = this.#route;
    // What it draws there, it draws before it is led back, and what it draws here, before it is judged by it.
    await this.#page.frames[0]?.drawn();
    await this.#page.settle(AFTER_ACTS);
    if (!this.#isLost) await this.#isLedBack('away');
    route.expect(undefined);
    await route.back();
    // Some find out in a timer where they are, and draw it after that.
    await this.#page.settle(AFTER_ACTS);
    await this.#page.frames[0]?.drawn();
    await this.#page.settle(AFTER_ACTS);
    this.#isLost ||= route.isLeft;
    if (this.#isLost) return;
    const isBack = await this.#isLedBack('back');
    const added = await harvest(isBack ? 'take-shown' : 'count');
    this.#isLost = added > 0 && !isBack;
  }

  async #isLedBack(when: 'begin' | 'away' | 'back'): Promise<boolean> {
    const isBack = this.#page.frames[0]?.call(LED_BACK_IN_PAGE, [when], [], isLedBack);
    return (await isBack?.catch(orGone(false))) ?? false;
  }
}

/** Stands for what a document shows, and what it shows beside some that are watched; undefined if it is gone. */
async function shownIn(frame: FrameAct['frame'] | undefined, watched: readonly FrameAct[]): Promise<Shown | undefined> {
  const targets = watched.map(({ act: [target] }) => target);
  return await frame?.call(SHOWN_IN_PAGE, [targets], [], shown).catch(orGone(undefined));
}
