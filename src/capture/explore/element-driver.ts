import { z } from 'zod';
import { type ElementWords, elementWordsSchema } from '../../safety/element.ts';
import { harmOf } from '../../safety/harm.ts';
import { isBackward, isClosing, isCross } from '../../safety/text.ts';
import type { FrameDocument } from '../browser/document.ts';
import { DocumentGone } from '../browser/document-answers.ts';
import type { LivePage } from '../browser/live-page.ts';
import { type FrameAct, targetOf } from './candidate.ts';
import { type Act, does, gestures, type Listener, type ListenerSpec, type PlannedAct } from './gestures.ts';
import { GONE_IN_PAGE, goneTargets, PERFORM_IN_PAGE, PLAN_IN_PAGE } from './page-calls.ts';

/** Listening elements per plan; the others are planned once these are done. */
const MOST_LISTENERS = 400;
/** Listening elements per plan with the same events and scripts: a menu may have thousands. */
const MOST_ALIKE = 50;

const act = z.tuple([z.number(), z.enum(gestures), z.number().optional(), z.number().optional()]).readonly();
const plannedActs = z.object({
  own: z.array(z.number()),
  hasMore: z.boolean(),
  renewed: z.array(z.number()),
  planned: z.array(
    z.object({
      act,
      group: z.string(),
      label: z.string(),
      place: z.string(),
      ownPlaces: z.string().optional(),
      href: z.string().optional(),
      isAhead: z.boolean().optional(),
      opens: z.string().optional(),
      isToggle: z.boolean().optional(),
      isAround: z.boolean().optional(),
      isChoice: z.boolean().optional(),
      isTab: z.boolean().optional(),
      isTyped: z.boolean().optional(),
      suggests: z.boolean().optional(),
      isPair: z.boolean().optional(),
      isRequired: z.boolean().optional(),
      isLasting: z.boolean().optional(),
      isControl: z.boolean().optional(),
      mayOpenLate: z.boolean().optional(),
      comesLast: z.boolean().optional(),
      words: z.array(z.number()).readonly(),
    }),
  ),
  words: z.array(elementWordsSchema),
});
const performed = z.object({
  done: z.number(),
  hasChanged: z.boolean(),
  hasShown: z.boolean(),
  isSame: z.boolean(),
  hasLeft: z.boolean(),
  gone: z.array(z.number()).readonly(),
  hidden: z.array(z.number()).readonly(),
  isCovered: z.boolean(),
  isAnimated: z.boolean(),
  typed: z.array(z.string()).readonly(),
  words: elementWordsSchema.optional(),
});

/** Possible actions in a document, and the given nodes that belong to the document. */
interface Plan {
  readonly own: readonly number[];
  readonly planned: readonly PlannedAct[];
  /** True if elements were skipped because there are too many. */
  readonly hasMore: boolean;
  /** Targets whose elements were recreated or are shown again. */
  readonly renewed: readonly number[];
}
const NOTHING: Plan = { own: [], planned: [], hasMore: false, renewed: [] };

/** New actions, and the targets whose elements were recreated or are shown again. */
interface Plans {
  readonly planned: readonly FrameAct[];
  readonly renewed: readonly string[];
}

/**
 * Finds the listeners of a page and performs actions. Elements that end a session, delete or send something are left
 * alone; see safety/element.ts.
 */
export class ElementDriver {
  readonly #page: LivePage;
  /** Events and scripts of planned nodes at the time of planning. */
  readonly #known = new Map<number, string>();
  /** Sources of listening scripts, by place. */
  readonly #sources = new Map<string, Set<string>>();
  /** Nodes that no known document owned, such as those of a frame's document that was just loaded. */
  #ownerless: { readonly nodes: readonly number[]; readonly framesKnownAt: number } | undefined;
  /** True if the last plan skipped listening elements because there were too many. */
  hasMoreListeners = false;
  /** True if the last plan skipped elements inside listening ones because there were too many. */
  hasMoreWithin = false;

  constructor(page: LivePage) {
    this.#page = page;
  }

  /** Tells whether listening elements were in no known document and frames have changed since. */
  get lacksFrames(): boolean {
    const { frameChanges, framesKnownAt } = this.#page.tab;
    return (this.#ownerless?.nodes.length ?? 0) > 0 && frameChanges !== framesKnownAt;
  }

  /**
   * Returns new actions.
   *
   * @param inside highest number of elements inspected inside a listening one
   * @param missing actions on missing elements
   * @param productive groups of presses that brought links
   */
  async plan(inside: number, missing: readonly FrameAct[], productive: readonly string[]): Promise<Plans> {
    const { frames, tab } = this.#page;
    if (this.#ownerless?.framesKnownAt !== tab.framesKnownAt)
      for (const node of this.#ownerless?.nodes ?? []) this.#known.delete(node);
    const listening = (await frames[0]?.listeners()) ?? new Map<number, Listener>();
    const fresh = [...listening].filter(([node, spec]) => this.#known.get(node) !== listensTo(spec));
    let left = someOfEachKind(fresh);
    for (const [node, spec] of left) this.#known.set(node, listensTo(spec));
    const planned: FrameAct[] = [];
    const renewed: string[] = [];
    this.hasMoreListeners = fresh.length > left.length;
    this.hasMoreWithin = false;
    for (const frame of frames) {
      const asked = missing.flatMap((one) => (one.frame.id === frame.id ? [one.act[0]] : []));
      const of = await this.#planIn(frame, left, [inside, asked, productive]).catch(orGone(NOTHING));
      this.hasMoreWithin ||= of.hasMore;
      planned.push(...of.planned.map((one) => ({ ...one, frame })));
      renewed.push(...of.renewed.map((target) => targetOf(frame, target)));
      left = left.filter((_, index) => !of.own.includes(index));
    }
    this.#ownerless = { nodes: left.map(([node]) => node), framesKnownAt: tab.framesKnownAt };
    return { planned, renewed };
  }

  /**
   * Performs actions in the document of the first one until the page changes.
   *
   * @param isReached true if elements under a dialog are used as well
   * @param watched productive actions: a new text beside them counts as a change
   * @param isSweep true for similar actions: continues after actions that show only texts
   * @returns number of actions done, effects, missing and hidden targets, and whether a dialog covers the next one
   */
  async perform(
    acts: readonly FrameAct[],
    isReached: boolean,
    watched: readonly FrameAct[],
    isSweep: boolean,
  ): Promise<Omit<z.infer<typeof performed>, 'words'>> {
    const frame = acts[0]?.frame;
    const same = acts.filter((one) => one.frame === frame);
    this.#page.tab.beginAct();
    const acted = await this.#performIn(frame, same, isReached, watched, isSweep);
    for (const [at, one] of same.entries()) if (acted.hidden.includes(at)) this.#leaveAlone(one);
    this.#page.tab.observer.hasTyped(acted.typed);
    this.#page.tab.gate.grant(acted.done);
    return acted;
  }

  /** Returns those of some actions whose elements are missing. */
  async gone<A extends { readonly planned: FrameAct }>(acts: readonly A[]): Promise<readonly A[]> {
    const gone = new Set<string>();
    for (const frame of new Set(acts.map(({ planned }) => planned.frame))) {
      const targets = acts.flatMap(({ planned }) => (planned.frame === frame ? [planned.act[0]] : []));
      const ofFrame = await frame.call(GONE_IN_PAGE, [targets], [], goneTargets).catch(orGone(targets));
      for (const target of ofFrame) gone.add(targetOf(frame, target));
    }
    return acts.filter(({ planned }) => gone.has(targetOf(planned.frame, planned.act[0])));
  }

  async #performIn(
    frame: FrameDocument | undefined,
    same: readonly FrameAct[],
    isReached: boolean,
    watched: readonly FrameAct[],
    isSweep: boolean,
  ): Promise<z.infer<typeof performed>> {
    const none = { hasChanged: false, hasShown: false, isSame: false, hasLeft: false, isCovered: false };
    const nothing = {
      ...none,
      isAnimated: false,
      typed: [],
      done: same.length,
      hasChanged: true,
      gone: [],
      hidden: [],
    };
    const targets = watched.map(({ act: [target] }) => target);
    const gone: number[] = [];
    const hidden: number[] = [];
    let isJudged = false;
    /** True if an action recreated elements that look as before, or showed nothing but texts. */
    let isRedrawn = false;
    let isAnimated = false;
    let typed: readonly string[] = [];
    for (let done = 0; frame && done < same.length; ) {
      const left: readonly unknown[] = [
        same.slice(done).map(({ act }): Act => act),
        isJudged,
        isReached,
        targets,
        isSweep,
      ];
      const acted = await frame.call(PERFORM_IN_PAGE, left, [], performed).catch(orGone(undefined));
      if (!acted) return nothing;
      gone.push(...acted.gone);
      hidden.push(...acted.hidden.map((at) => at + done));
      done += acted.done;
      isAnimated ||= acted.isAnimated;
      typed = acted.typed;
      const { isCovered, words, hasShown, hasLeft } = acted;
      const isToLookAt = acted.hasChanged && (hasShown || !acted.isSame);
      if (isCovered || words === undefined || isToLookAt || hasLeft) {
        const isSame = acted.isSame || (isRedrawn && !acted.hasChanged);
        return { ...acted, hasChanged: acted.hasChanged || isRedrawn, isSame, isAnimated, done, gone, hidden };
      }
      isRedrawn ||= acted.hasChanged;
      // `Delete` may have become `Really delete?`, and `Edit` may have become `Delete`.
      isJudged = !this.#isHarmful(words);
      const harmful = isJudged ? undefined : same[done++];
      if (harmful) this.#leaveAlone(harmful);
      if (done === same.length)
        return { ...none, hasChanged: isRedrawn, isSame: isRedrawn, isAnimated, typed, done, gone, hidden };
    }
    return nothing;
  }

  async #planIn(
    frame: FrameDocument,
    listening: readonly (readonly [number, Listener])[],
    sought: readonly [inside: number, missing: readonly number[], productive: readonly string[]],
  ): Promise<Plan> {
    const elements = await Promise.all(listening.map(([node]) => frame.element(node)));
    const there = elements.flatMap((element, index) => (element === undefined ? [] : [{ element, index }]));
    // The effect of a key is less certain than that of a labelled button, so sessions get no named keys.
    const mayName = !this.#page.tab.hasSession;
    const heard = there.flatMap(({ index }) => listening[index]?.[1] ?? []);
    const specs = heard.map(({ types, places, strokes, follows }): ListenerSpec => {
      return { types, places, strokes: mayName ? strokes : [], follows };
    });
    const objects = there.map(({ element }) => element);
    const plan = await frame.call(PLAN_IN_PAGE, [specs, ...sought], objects, plannedActs);
    const isHarmful = plan.words.map((words) => this.#isHarmful(words));
    const isBack = plan.words.map(({ texts }) => texts.some(isBackward));
    const isChoice = ({ act: [, gesture] }: PlannedAct) => gesture === 'choose';
    // All listeners of an element hear an action on that element, but an option is chosen without the others.
    const left = new Set(
      plan.planned.flatMap((one) => (!isChoice(one) && isHarmful[one.words[0] ?? 0] ? one.act[0] : [])),
    );
    const isSkipped = (one: (typeof plan.planned)[number]) =>
      (left.has(one.act[0]) && !isChoice(one)) || one.words.some((place) => isHarmful[place]);
    for (const { places, sources } of heard)
      for (const [at, place] of places.entries()) this.#sourcesAt(place).add(sources[at] ?? '');
    for (const one of plan.planned) if (isSkipped(one)) this.#leaveAlone(one);
    const planned = plan.planned
      .filter((one) => !isSkipped(one))
      .map((one) => ({
        ...one,
        closes: does(one.act[1], 'presses') && saysToClose(plan.words[one.words[0] ?? 0]),
        leadsBack: isBack[one.words[0] ?? 0],
      }));
    return { ...plan, planned, own: plan.own.flatMap((at) => there[at]?.index ?? []) };
  }

  /** Excludes scripts of a harmful element: requests in their sources are not to be guessed either. */
  #leaveAlone({ place, ownPlaces = '' }: PlannedAct): void {
    for (const one of `${place} ${ownPlaces}`.trim().split(' '))
      for (const source of this.#sourcesAt(one)) this.#page.leaveAlone(source);
  }

  #sourcesAt(place: string): Set<string> {
    const sources = this.#sources.get(place) ?? new Set();
    this.#sources.set(place, sources);
    return sources;
  }

  #isHarmful(words: ElementWords): boolean {
    return harmOf({ element: words, isInSession: this.#page.tab.hasSession }) !== undefined;
  }
}

const saysToClose = (words: ElementWords | undefined): boolean =>
  words?.texts.some((text) => isClosing(text) || isCross(text)) ?? false;

const listensTo = ({ types, places }: ListenerSpec): string => `${types} ${places}`;

/** Returns the first elements to plan for, with a limit for similar ones. */
function someOfEachKind(fresh: readonly (readonly [number, Listener])[]) {
  const alike = new Map<string, number>();
  const isWanted = ([, spec]: readonly [number, Listener]) => {
    const kind = listensTo(spec);
    const count = (alike.get(kind) ?? 0) + 1;
    alike.set(kind, count);
    return count <= MOST_ALIKE;
  };
  return fresh.filter(isWanted).slice(0, MOST_LISTENERS);
}

/** Returns a handler that answers with a default if the document is gone. */
export const orGone =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (error instanceof DocumentGone) return nothing;
    throw error;
  };
