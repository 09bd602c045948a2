import { z } from 'zod';
import { DocumentGone, type FrameDocument } from './document.ts';
import { type Act, gestures, type ListenerSpec, type PlannedAct, performActs, planActs } from './gestures.ts';
import type { LivePage } from './live-page.ts';

/** Elements that listen, of one document: more are left alone. */
const MOST_LISTENERS = 400;

const act = z.tuple([z.number(), z.enum(gestures)]).readonly();
const plannedActs = z.array(z.object({ act, group: z.string() }));
const performed = z.object({ done: z.number(), hasChanged: z.boolean() });

/** What can be done in one of the page's documents. */
export interface FrameAct extends PlannedAct {
  readonly frame: FrameDocument;
}

/** Finds out who listens for what on a page, and acts on it. */
export class Actor {
  readonly #page: LivePage;
  /** Elements that were planned for, by document, and what they listened to then. */
  readonly #known = new Map<string, Map<number, string>>();

  constructor(page: LivePage) {
    this.#page = page;
  }

  /** What can be done that was not planned before. */
  async plan(): Promise<FrameAct[]> {
    const claimed = new Set<number>();
    const planned: FrameAct[] = [];
    // What a document's tree holds, that of its frames does, too: the innermost come first.
    for (const frame of [...this.#page.frames].reverse()) {
      try {
        planned.unshift(...(await this.#planIn(frame, claimed)));
      } catch (error) {
        if (!(error instanceof DocumentGone)) throw error;
      }
    }
    return planned;
  }

  /** Does what was planned until the page changes by it. Answers how many were done, and whether it changed. */
  async perform(acts: readonly FrameAct[]): Promise<z.infer<typeof performed>> {
    const frame = acts[0]?.frame;
    const same = acts.filter((one) => one.frame === frame).map((one): Act => one.act);
    const nothing = { done: same.length, hasChanged: true };
    return (await frame?.call(performActs, [same], [], performed).catch(orGone(nothing))) ?? nothing;
  }

  async #planIn(frame: FrameDocument, claimed: Set<number>): Promise<FrameAct[]> {
    const known = this.#known.get(frame.id) ?? new Map<number, string>();
    this.#known.set(frame.id, known);
    const listening = await frame.listeners();
    const fresh = [...listening].filter(([node, { types }]) => {
      const isTheirs = !claimed.has(node) && known.get(node) !== types.join();
      claimed.add(node);
      return isTheirs;
    });
    for (const [node, { types }] of fresh) known.set(node, types.join());
    const chosen = fresh.slice(0, MOST_LISTENERS);
    const elements = await Promise.all(chosen.map(([node]) => frame.element(node)));
    const specs: ListenerSpec[] = [];
    const objects: string[] = [];
    chosen.forEach(([, spec], index) => {
      const element = elements[index];
      if (element === undefined) return;
      specs.push(spec);
      objects.push(element);
    });
    const planned = await frame.call(planActs, [specs], objects, plannedActs);
    return planned.map((one) => ({ ...one, frame }));
  }
}

const orGone =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (error instanceof DocumentGone) return nothing;
    throw error;
  };
