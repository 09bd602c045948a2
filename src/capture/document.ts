import type { CDPSession } from 'playwright';
import { z } from 'zod';
import { RetryVisit } from '../domain/errors.ts';
import type { Tab } from './tabs.ts';
import type { LoadedFrame } from './techniques/technique.ts';

/** Documents read on one page; further frames are left aside. */
const MOST_FRAMES = 100;
/** A script that keeps the page from answering for so long is ended, in milliseconds. */
const ANSWER_WITHIN = 10_000;

const frameTree: z.ZodType<FrameTree> = z.object({
  frame: z.object({ id: z.string(), url: z.string() }),
  get childFrames() {
    return z.array(frameTree).optional();
  },
});
interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[] | undefined;
}

const evaluation = z.object({
  result: z.object({ value: z.unknown() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});

/** A frame's document, seen from a world of our own that the page's scripts can't reach. */
export class FrameDocument implements LoadedFrame {
  readonly id: string;
  readonly isMain: boolean;
  readonly url: string;
  readonly parentUrl: string;
  readonly #cdp: CDPSession;
  #world: number | undefined;

  constructor(cdp: CDPSession, id: string, url: string, parentUrl: string | undefined) {
    this.id = id;
    this.isMain = parentUrl === undefined;
    this.url = url;
    this.parentUrl = parentUrl ?? '';
    this.#cdp = cdp;
  }

  async evaluate<T>(expression: string, schema: z.ZodType<T>): Promise<T> {
    const answer = this.#evaluate(expression);
    const { result, exceptionDetails } = evaluation.parse(await within(answer, this.#cdp));
    if (exceptionDetails) throw new RetryVisit(`the page could not be read: ${exceptionDetails.text}`);
    return schema.parse(result.value);
  }

  async #evaluate(expression: string): Promise<unknown> {
    if (this.#world === undefined) {
      const world = await this.#cdp.send('Page.createIsolatedWorld', { frameId: this.id, worldName: 'forager' });
      this.#world = world.executionContextId;
    }
    const contextId = this.#world;
    return await this.#cdp.send('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: true });
  }
}

/** The answer; if it takes too long, the script that holds it up is ended once, and then the page is given up. */
async function within<T>(answer: Promise<T>, cdp: CDPSession): Promise<T> {
  answer.catch(() => undefined);
  for (const isLast of [false, true]) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), ANSWER_WITHIN);
    });
    const first = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    if (first !== 'late') return first;
    if (!isLast) void cdp.send('Runtime.terminateExecution').catch(() => undefined);
  }
  throw new RetryVisit('a script of the page never stops');
}

/** The documents that the tab shows now: the page's own, then its frames', of any nesting. */
export async function documents(tab: Tab): Promise<FrameDocument[]> {
  const own = await tree(tab.cdp);
  const all = [...flatten(tab.cdp, own, undefined)];
  if (tab.page.frames().length > all.length) all.push(...(await foreignDocuments(tab)));
  return all.slice(0, MOST_FRAMES);
}

const tree = async (cdp: CDPSession): Promise<FrameTree> =>
  z.object({ frameTree }).parse(await within(cdp.send('Page.getFrameTree'), cdp)).frameTree;

function* flatten(cdp: CDPSession, node: FrameTree, parentUrl: string | undefined): Generator<FrameDocument> {
  yield new FrameDocument(cdp, node.frame.id, node.frame.url, parentUrl);
  for (const child of node.childFrames ?? []) yield* flatten(cdp, child, node.frame.url);
}

/** Frames that Chromium put into processes of their own: each has a session of its own. */
async function foreignDocuments(tab: Tab): Promise<FrameDocument[]> {
  const found: FrameDocument[] = [];
  for (const frame of tab.page.frames()) {
    const parent = frame.parentFrame();
    if (!parent) continue;
    const cdp = await tab.context.newCDPSession(frame).catch(() => undefined);
    if (cdp) found.push(...flatten(cdp, await tree(cdp), parent.url()));
  }
  return found;
}
