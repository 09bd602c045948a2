import { heardStreams, SocketAnswers, settleWorkers } from '../browser/clock/background.ts';
import { FairTime } from '../browser/clock/cpu-pressure.ts';
import type { LivePage } from '../browser/live-page.ts';
import type { HarvestAgain } from '../loaded-page.ts';
import { type Candidate, type FrameAct, isOfOneGroup } from './candidate.ts';
import { Candidates } from './candidates.ts';
import { ElementDriver, orGone } from './element-driver.ts';
import type { Budget } from './gestures.ts';
import {
  BRING_BACK_IN_PAGE,
  broughtBack,
  isLedBack,
  LED_BACK_IN_PAGE,
  SHOWN_IN_PAGE,
  type Shown,
  shown,
} from './page-calls.ts';
import { mostDryRounds, Patience } from './patience.ts';
import { Route } from './routes.ts';

/** Rounds that a productive round adds. */
const FOR_LINKS = 20;
/** Rounds without any action that are not counted. */
const MOST_IDLE = 10;
/** Rounds with something new but no link that are not counted. */
const MOST_PROMISING = 20;
/** Added elements for which an unproductive round counts once more, such as a long menu. */
const COSTLY = 400;
/** Highest number of extra counts of an unproductive round. */
const MOST_COSTLY = 3;

/** Actions done without inspecting the page in between, unless they change something. */
const BATCH = 25;
/** Plans in a row without new actions before only every `SELDOM`th round is planned. */
const MOST_DRY = 5;
const SELDOM = 8;
/** Added elements, such as a list of options, that cause a new plan at once. */
const MANY = 5;
/** Rounds of a page with a new text but no link, as for an index letter without entries. */
const MOST_NEWS = 30;
/** Dialogs of a page that are closed to reach covered elements, and controls that may close them. */
const MOST_CLOSINGS = 40;
const MOST_CLOSERS = 8;
/** Cost of a round, in pages. */
const OF_ROUND = 0.2;
/** Time limit of the exploration, as a multiple of the page's time limit: a slower page never ends. */
const LONGEST = 2;
/** Page time that passes after actions, in milliseconds, for animations and delays to end. */
const AFTER_ACTS = 5000;

/** Result of a round. */
interface Outcome {
  /** Number of actions done. */
  readonly done: number;
  /** Number of new links. */
  readonly found: number;
  /** Actions that closed a dialog first; the budget counts them as well. */
  readonly closings: number;
  /** True if the round showed something new, so that other actions may bring links. */
  readonly isPromising: boolean;
  readonly isMoved: boolean;
  /** True if elements were recreated. */
  readonly isRedrawn: boolean;
}

const NOTHING_DONE: Outcome = { done: 0, found: 0, closings: 0, isPromising: false, isMoved: false, isRedrawn: false };

const ELSEWHERE = {
  effect: 'elsewhere',
  isNews: false,
  view: undefined,
  isAsked: false,
  isMoreToCome: false,
  isSeen: true,
  retold: [],
} as const;

/** Tells whether a batch only points at links: preloaded addresses are then no links of the page. */
const isAhead = (batch: readonly Candidate[]): boolean => batch.every(({ planned }) => planned.isAhead);

/** Explores a page by actions; `go` continues with a larger budget. */
export class PageExplorer {
  readonly #page: LivePage;
  readonly #driver: ElementDriver;
  readonly #attempts: Candidates;
  readonly #route: Route;
  readonly #answers: SocketAnswers;
  readonly #patience: Patience;
  /** Cost of all rounds, in pages. */
  cost = 0;
  /** True if the page was left and could not be restored: only the remaining actions are tried, without new links. */
  #isLost = false;
  /** True if scripts observe scrolling or elements coming into view, also when the page gets shorter. */
  #watchesScroll = false;
  /** Hashes of all shown texts, and the number of new ones without a link. */
  readonly #shown = new Set<number>();
  #news = 0;
  /** Hash of the last text of each document. */
  readonly #views = new Map<FrameAct['frame'], number>();
  /** Number of closed dialogs; `isReached` is true once one did not close, and no more are closed. */
  #closings = 0;
  #isReached = false;
  /** True if no action was done since a dialog was closed. */
  #isClosed = false;
  readonly #closers: FrameAct[] = [];

  constructor(page: LivePage) {
    this.#page = page;
    this.#driver = new ElementDriver(page);
    this.#attempts = new Candidates(page);
    this.#route = new Route(page);
    this.#answers = new SocketAnswers(page);
    this.#patience = new Patience(page);
  }

  /** Explores until nothing is left to try or the budget is used; the latter adds the limit `actions`. */
  async go(budget: Budget, harvest: HarvestAgain): Promise<void> {
    const attempts = this.#attempts;
    await this.#plan(budget.inside);
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
    const isCut = await this.#act(budget, harvest).finally(() => this.#patience.end());
    this.#route.end();
    for (const url of attempts.strays()) this.#page.tab.observer.leads(url);
    const hasMore = isCut || this.#driver.hasMoreWithin || this.#driver.hasMoreListeners;
    if (!attempts.isEmpty || (hasMore && !this.#isLost)) this.#page.tab.limits.add('actions');
    attempts.learn();
    await this.#page.forget();
  }

  /** Returns true if the page has changed since the last plan. */
  async #act(budget: Budget, harvest: HarvestAgain): Promise<boolean> {
    const [page, driver, attempts, patience] = [this.#page, this.#driver, this.#attempts, this.#patience];
    let rounds = Math.ceil(budget.rounds * patience.share);
    const initialDry = Math.ceil(budget.dryRounds * patience.share);
    let dryRounds = 0;
    let isToPlan = false;
    /** Plans in a row without new actions. */
    let dryRenewals = 0;
    let isActed = false;
    /** Rounds without any action because all elements were gone. */
    let idle = 0;
    /** Rounds without a link that may lead to some. */
    let promising = 0;
    /** Rounds with links. */
    let productive = 0;
    // Without the time that requests waited for their hosts.
    const clock = () => performance.now() - page.tab.waited;
    const time = new FairTime(LONGEST * page.tab.patience.page, page.tab.starved, clock);
    for (let left = budget.acts, round = 1; left > 0 && page.mayBeActedOn && !(await time.isOver()); round++) {
      // Actions may have added listeners without a visible change.
      if (attempts.isEmpty && (isActed || driver.hasMoreListeners)) {
        await this.#plan(budget.inside);
        isActed = false;
      }
      if (attempts.isEmpty && (await this.#settleLast(harvest))) await this.#plan(budget.inside);
      // A frame's document was loaded between the last look and the plan.
      if (attempts.isEmpty && driver.lacksFrames && (await this.#settleLast(harvest))) await this.#plan(budget.inside);
      if (attempts.isEmpty && (await this.#bringBack())) await this.#plan(budget.inside);
      if (attempts.isEmpty) return false;
      if (patience.isOver) break;
      const counted = () => round - idle - promising;
      const mostDry = () => mostDryRounds(counted() < rounds ? initialDry : undefined, productive);
      const { elements } = page;
      const batch = attempts.next(Math.min(BATCH, left));
      const { done, found, closings, isPromising, isMoved, isRedrawn } = await this.#round(batch, harvest);
      // Probes find which of several actions was productive, so most of them bring nothing.
      const isProbe = found === 0 && batch.every((one) => one.isProbe);
      if (found > 0) [dryRounds, productive] = [0, productive + 1];
      else if (done > 0 && !isProbe && !isPromising && !isAhead(batch))
        dryRounds += 1 + Math.min(MOST_COSTLY, Math.floor(page.arrivals / COSTLY));
      if (done + closings === 0 && idle < MOST_IDLE) idle++;
      else if (found === 0 && isPromising && promising < MOST_PROMISING) promising++;
      if (found > 0) rounds = Math.min(budget.mostRounds, Math.max(rounds, counted() + FOR_LINKS));
      left -= done + closings;
      if (done > 0) patience.learn();
      this.cost += OF_ROUND;
      isActed = true;
      isToPlan ||= isMoved || isRedrawn;
      const isDry = dryRounds >= mostDry();
      if (round >= budget.mostRounds || (isDry && (counted() >= rounds || !attempts.hasControls))) break;
      const isSeldom =
        !isRedrawn && !attempts.mayHaveOpened && dryRenewals >= MOST_DRY && page.elements - elements < MANY;
      if (!isToPlan || (isSeldom && round % SELDOM !== 0 && !attempts.isEmpty)) continue;
      const count = await this.#plan(budget.inside);
      // A restored page shows known content.
      dryRenewals = count > 0 ? 0 : isRedrawn ? dryRenewals : dryRenewals + 1;
      isToPlan = false;
      isActed = false;
    }
    await this.#settleLast(harvest);
    return isToPlan;
  }

  /**
   * Does the next actions and evaluates the effect. After a navigation away the page is restored, and the action is not
   * repeated.
   */
  async #round(planned: readonly Candidate[], harvest: HarvestAgain): Promise<Outcome> {
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
    // Controls without further steps are often hidden only when the page is drawn.
    if (first && first.repeats > 0 && first.group.isProductive) await first.planned.frame.drawn();
    const acted = await this.#driver.perform(
      planned.map(({ planned }) => planned),
      this.#isReached,
      watched,
      isOfOneGroup(planned),
    );
    const { hasLeft, gone, hidden } = acted;
    const isHidden = (_: Candidate, at: number) => hidden.includes(at);
    const batch = planned.filter((one, at) => !isHidden(one, at));
    const unseen = planned.filter(isHidden);
    attempts.miss(unseen);
    const done = acted.done - unseen.length;
    if (acted.done > 0 && done === 0) {
      attempts.putBack(batch);
      attempts.missToo(await this.#driver.gone(attempts.besides(unseen)));
      return NOTHING_DONE;
    }
    if (acted.isCovered && done === 0) return { ...NOTHING_DONE, closings: await this.#uncover(batch) };
    if (done > 0) this.#isClosed = false;
    const missed = batch.slice(0, done).filter(({ planned }) => gone.includes(planned.act[0]));
    if (missed.length === done) {
      attempts.putBack(batch.slice(done));
      attempts.miss(missed);
      attempts.missToo(await this.#driver.gone(attempts.besides(missed)));
      return { ...NOTHING_DONE, isRedrawn: true };
    }
    const there = batch.filter((one) => !missed.includes(one));
    const tried = done - missed.length;
    // Other actions of the batch may lead to another page later.
    const mayLeave = done > 1 && acted.hasChanged && (await page.look()) && !route.isSkipped;
    const isHere = async () => {
      await page.look();
      return !route.isSkipped;
    };
    const taken = mayLeave ? await take(isHere) : 0;
    const pictures = acted.hasChanged && this.#watchesScroll ? 2 : acted.isAnimated ? 1 : 0;
    const isSettled = await page.settle(AFTER_ACTS, pictures);
    const isNewWorker = page.tab.page.workers().length > workers;
    // Waits for workers whatever else moved, so that their links count for this round.
    const isByWorkers = isNewWorker && (await settleWorkers(page));
    const isAnswered = await this.#answers.heard();
    // Actions may change only texts, or a shadow tree that was not observed yet.
    const isMoved = acted.hasChanged || mayLeave || isByWorkers || isSettled || isAnswered;
    if (!route.isSkipped) {
      const found = taken + (isMoved ? (await take()) + seen() - observed : 0);
      const last = there[tried - 1]?.planned;
      const beside = found > 0 && last ? [...watched, last] : watched;
      // A search field may report in a text that nothing was found.
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
      return { done, found, closings: 0, isPromising, isMoved, isRedrawn: missed.length > 0 || acted.hasShown };
    }
    const found = taken + seen() - observed;
    attempts.judge(there, tried, { ...ELSEWHERE, found });
    const others = attempts.leave(there, tried, hasLeft, observer.strayed);
    await this.#goBack(harvest);
    for (const url of others) observer.leads(url);
    return { ...NOTHING_DONE, done, found, isMoved: true, isRedrawn: true };
  }

  /** Tells whether a view is new; at most `MOST_NEWS` views of a page are. */
  #isNews(view: number, mayBe: boolean): boolean {
    const isNews = mayBe && this.#news < MOST_NEWS && !this.#shown.has(view);
    this.#shown.add(view);
    if (isNews) this.#news++;
    return isNews;
  }

  /** Closes the dialog that covers the page, to try the covered elements. Returns the number of actions used. */
  async #uncover(batch: readonly Candidate[]): Promise<number> {
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
      await this.#driver.perform([{ ...first.planned, act: [target, 'close'] }], false, [], false);
    await this.#page.settle(AFTER_ACTS);
    return targets.length;
  }

  /** Takes late content, such as from long timers, when nothing is left. Returns true if the page may have changed. */
  async #settleLast(harvest: HarvestAgain): Promise<boolean> {
    await this.#page.frames[0]?.drawn();
    const isHeard = await heardStreams(this.#page);
    const isMoved = (await this.#page.settle(AFTER_ACTS)) || isHeard;
    if (this.#route.isSkipped) await this.#goBack(harvest);
    else if (isMoved) await this.#take(harvest, false);
    return isMoved;
  }

  /** Restores documents replaced by actions if they have missing targets. Returns true if one was restored. */
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

  /** Plans new actions. A lost page has no new ones, but may have recreated elements. Returns the number of actions. */
  async #plan(inside: number): Promise<number> {
    const { missing, productive } = this.#attempts;
    const { planned, renewed } = await this.#driver.plan(inside, missing, productive);
    if (this.#isLost) return 0;
    this.#attempts.add(planned);
    this.#closers.push(...planned.filter(({ closes, act: [, gesture] }) => closes && gesture === 'press'));
    this.#closers.splice(0, Math.max(0, this.#closers.length - MOST_CLOSERS));
    return planned.length + this.#attempts.renew(renewed);
  }

  /** Restores the page's own address. A page that then shows unknown links still shows another page. */
  async #goBack(harvest: HarvestAgain): Promise<void> {
    const route = this.#route;
    // Lets the page draw before its address is restored, and again before it is judged.
    await this.#page.frames[0]?.drawn();
    await this.#page.settle(AFTER_ACTS);
    if (!this.#isLost) await this.#isLedBack('away');
    route.expect(undefined);
    await route.back();
    // Some pages check their address in a timer and draw after that.
    await this.#page.settle(AFTER_ACTS);
    await this.#page.frames[0]?.drawn();
    await this.#page.settle(AFTER_ACTS);
    this.#isLost ||= route.isSkipped;
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

/** Returns hashes of a document's text and of the texts beside watched elements; undefined if the document is gone. */
async function shownIn(frame: FrameAct['frame'] | undefined, watched: readonly FrameAct[]): Promise<Shown | undefined> {
  const targets = watched.map(({ act: [target] }) => target);
  return await frame?.call(SHOWN_IN_PAGE, [targets], [], shown).catch(orGone(undefined));
}
