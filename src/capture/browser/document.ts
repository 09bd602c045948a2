import { z } from 'zod';
import { RetryVisit } from '../../domain/errors.ts';
import type { ListenerSpec } from '../acts/gestures.ts';
import { addressResolver } from '../addresses/resolve-address.ts';
import { withoutFragment } from '../addresses/without-fragment.ts';
import { type FrameTexts, type LoadedFrame, type LoadedSource, MOST_FRAMES } from '../loaded-page.ts';
import type { Walk } from '../walk/walk.ts';
import { blocksSchema, type DocumentText } from '../walk/walk-blocks.ts';
import { type WalkedLink, walkedLinks } from '../walk/walked-links.ts';
import { withClosedRoots } from './closed-roots.ts';
import { NOT_THERE, OUR_WORLD, pageFunctions } from './page-functions.ts';
import { declaresClosedRoots } from './page-texts.ts';
import type { Tab } from './tab.ts';
import {
  BLOCKS_IN_PAGE,
  MORE_IN_PAGE,
  moreOfWalk,
  type PageWalk,
  pageTexts,
  pageWalk,
  TEXTS_IN_PAGE,
  WALK_IN_PAGE,
} from './walk-in-page.ts';

/** The frame went on to another document, or away, while it was read: ask again for the documents of now. */
export class DocumentGone extends RetryVisit {}

const TWO_PICTURES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';
/** Nodes of a document that is looked into for closed shadow roots: it is described as a whole. */
const MOST_DESCRIBED = 300_000;
/** A page that is not drawn in so many milliseconds is not drawn at all, however busy the machine is; … */
const NOT_DRAWN = 3000;
/** … then it is waited for no longer than this. */
const STILL_NOT_DRAWN = 150;

const frameSchema = z.object({ id: z.string(), loaderId: z.string(), url: z.string() });
const frameTree: z.ZodType<FrameTree> = z.object({
  frame: frameSchema,
  get childFrames() {
    return z.array(frameTree).optional();
  },
});
interface FrameTree {
  frame: z.infer<typeof frameSchema>;
  childFrames?: FrameTree[] | undefined;
}

const evaluation = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string().default('') }).optional() })
    .optional(),
});

const thrown = z.object({ exceptionDetails: z.object({ exception: z.object({ value: z.string() }) }) });

const calling = (name: string): string => `function (...given) { return ${name}(...given); }`;

/** A frame's document, seen from a world of our own that the page's scripts can't reach. */
export class FrameDocument implements LoadedFrame {
  /** The same for as long as the frame shows this document. */
  readonly id: string;
  readonly isMain: boolean;
  readonly url: string;
  readonly parentUrl: string;
  isCut = false;
  readonly #tab: Tab;
  readonly #frameId: string;
  #world: Promise<number> | undefined;
  /** Times that its links were read. */
  #walks = 0;
  /** Whether it was drawn whenever it was to be. */
  #isDrawn = true;
  /** Elements that could have had a closed shadow root when none had. */
  #withoutRoots: number | undefined;

  constructor(tab: Tab, frame: FrameTree['frame'], parentUrl: string | undefined) {
    this.id = `${frame.id} ${frame.loaderId}`;
    this.isMain = parentUrl === undefined;
    this.url = frame.url;
    this.parentUrl = parentUrl ?? '';
    this.#tab = tab;
    this.#frameId = frame.id;
  }

  get source(): LoadedSource | undefined {
    return this.#tab.gate.bodies.sourceOf(this.#frameId);
  }

  /** @throws DocumentGone if it was the page's own; a frame's links go with its document, the page's are still there. */
  async links(): Promise<readonly WalkedLink[]> {
    try {
      const open = await this.evaluate(`${WALK_IN_PAGE}(${++this.#walks})`, pageWalk);
      const closed = (await this.#mayHideRoots(open)) ? await this.#walkClosed() : undefined;
      if (!closed) this.#withoutRoots = open.possibleHosts;
      const { walk, hasMore, base, encoding } = closed ?? open;
      if (hasMore) await this.#takeMore(walk);
      const resolve = addressResolver(base, encoding);
      const { links, isCut } = walkedLinks(walk, resolve, this.#loadedResolver(base, encoding, resolve));
      this.isCut = isCut;
      return links;
    } catch (error) {
      if (error instanceof DocumentGone && !this.isMain) return [];
      throw error;
    }
  }

  async #takeMore({ links, carriers }: Walk): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const next = await this.evaluate(`${MORE_IN_PAGE}()`, moreOfWalk);
      for (const link of next.links) links.push(link);
      for (const carrier of next.carriers) carriers.push(carrier);
      hasMore = next.hasMore;
    }
  }

  /** Resolves what came with the page's document by the address that it came from: its scripts may have set another. */
  #loadedResolver(base: string | undefined, encoding: string, resolve: (raw: string) => string | undefined) {
    const loaded = this.isMain ? this.#tab.shown?.answer.url() : undefined;
    const bytes = this.source?.bytes;
    if (loaded === undefined || !bytes || base === undefined || withoutFragment(loaded) === withoutFragment(base))
      return resolve;
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (/<base\b/i.test(source.toString('latin1'))) return resolve;
    const resolveLoaded = addressResolver(loaded, encoding);
    return (raw: string) => (source.includes(raw) ? resolveLoaded(raw) : resolve(raw));
  }

  async texts(): Promise<FrameTexts> {
    return { base: undefined, ...(await this.evaluate(`${TEXTS_IN_PAGE}()`, pageTexts)) };
  }

  /** @throws DocumentGone as `links` does */
  async blocks(): Promise<DocumentText> {
    return await this.evaluate(`${BLOCKS_IN_PAGE}()`, blocksSchema).catch((error: unknown) => {
      if (error instanceof DocumentGone && !this.isMain) return { text: '', isCut: false, asksPassword: false };
      throw error;
    });
  }

  /** Whether it is worth a look for closed shadow roots: not where there were none and nothing was added that may have one. */
  async #mayHideRoots({ possibleHosts, nodes }: PageWalk): Promise<boolean> {
    if (possibleHosts === this.#withoutRoots || nodes > MOST_DESCRIBED) return false;
    if (possibleHosts > 0) return await this.#tab.mayHaveRoots();
    return this.source !== undefined && declaresClosedRoots(this.source.bytes);
  }

  /** The walk with closed shadow roots, where there are any and the document is not too deep to be described. */
  async #walkClosed(): Promise<PageWalk | undefined> {
    const { cdp } = this.#tab;
    const executionContextId = await this.world();
    const walk = (objects: readonly string[]) =>
      cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: calling(WALK_IN_PAGE),
        arguments: [{ value: this.#walks }, ...objects.map((objectId) => ({ objectId }))],
        executionContextId,
        returnByValue: true,
      });
    const answer = await this.#tab.ask(withClosedRoots(cdp, executionContextId, walk)).catch(() => undefined);
    return pageWalk.safeParse(answer?.result.value).data;
  }

  /** Whether an expression is true in the frame; false where its document is gone, or it fails. */
  async ask(expression: string): Promise<boolean> {
    return await this.evaluate(expression, z.boolean().catch(false)).catch(() => false);
  }

  /** Waits until the page has been drawn twice: then its scripts have been told what is in view. */
  async drawn(): Promise<void> {
    const drawn = this.#evaluate(TWO_PICTURES).catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      const giveUp = () => {
        this.#isDrawn = false;
        done();
      };
      timer = setTimeout(giveUp, this.#isDrawn ? NOT_DRAWN : STILL_NOT_DRAWN);
    });
    await Promise.race([drawn, late]).finally(() => clearTimeout(timer));
  }

  /**
   * Which nodes of the page's document, its shadow trees and its frames listen, by their number in the browser. They are
   * asked for in the page's own world: asked for in another, Chromium crashes soon after.
   */
  async listeners(): Promise<ReadonlyMap<number, ListenerSpec>> {
    const found = await this.#tab.ask(this.#listeners()).catch(asGone);
    const byNode = new Map<number, { types: string[]; places: string[] }>();
    for (const { backendNodeId = 0, type, scriptId, lineNumber, columnNumber } of found) {
      const spec = byNode.get(backendNodeId) ?? { types: [], places: [] };
      byNode.set(backendNodeId, spec);
      spec.types.push(type);
      spec.places.push(`${scriptId}:${lineNumber}:${columnNumber}`);
    }
    return byNode;
  }

  /** A node as an object of our world; undefined if it is gone. */
  async element(node: number): Promise<string | undefined> {
    const executionContextId = await this.world();
    const resolved = this.#tab.cdp.send('DOM.resolveNode', {
      backendNodeId: node,
      executionContextId,
      objectGroup: 'forager',
    });
    return await this.#tab.ask(resolved).then(
      ({ object }) => object.objectId,
      () => undefined,
    );
  }

  /**
   * Calls a function in our world, with values and objects of the page.
   *
   * @param name an expression that is the function
   * @throws DocumentGone
   */
  async call<T>(
    name: string,
    values: readonly unknown[],
    objects: readonly string[],
    schema: z.ZodType<T>,
  ): Promise<T> {
    const executionContextId = await this.world();
    const answer = this.#withFunctions(() =>
      this.#tab.cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: calling(name),
        executionContextId,
        arguments: [...values.map((value) => ({ value })), ...objects.map((objectId) => ({ objectId }))],
        returnByValue: true,
        awaitPromise: true,
      }),
    );
    return schema.parse(resultOf(await this.#tab.ask(answer).catch(asGone)));
  }

  async #listeners() {
    const { cdp } = this.#tab;
    const [document, window] = await Promise.all([
      cdp.send('Runtime.evaluate', { expression: 'document', objectGroup: 'forager' }),
      cdp.send('Runtime.evaluate', { expression: 'window', objectGroup: 'forager' }),
    ]);
    const objectId = document.result.objectId ?? '';
    const [within, above, own] = await Promise.all([
      cdp.send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true }),
      cdp.send('DOMDebugger.getEventListeners', { objectId: window.result.objectId ?? '' }),
      cdp.send('DOM.describeNode', { objectId }),
    ]);
    const { backendNodeId } = own.node;
    return [...within.listeners, ...above.listeners.map((listener) => ({ ...listener, backendNodeId }))];
  }

  /** The world of our own that the document is seen from. */
  async world(): Promise<number> {
    this.#world ??= this.#createWorld();
    return await this.#world;
  }

  /**
   * Runs an expression in a world of our own, where scripts of the page have changed nothing.
   *
   * @throws DocumentGone
   */
  async evaluate<T>(expression: string, schema: z.ZodType<T>): Promise<T> {
    const answer = this.#withFunctions(() => this.#evaluate(expression));
    return schema.parse(resultOf(await this.#tab.ask(answer).catch(asGone)));
  }

  /** What is asked of the document with our functions, which some documents begin without. */
  async #withFunctions(ask: () => Promise<unknown>): Promise<unknown> {
    const answer = await ask();
    if (thrown.safeParse(answer).data?.exceptionDetails.exception.value !== NOT_THERE) return answer;
    await this.#evaluate(pageFunctions());
    return await ask();
  }

  async #evaluate(expression: string): Promise<unknown> {
    const contextId = await this.world();
    return await this.#tab.cdp.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
  }

  async #createWorld(): Promise<number> {
    const options = { frameId: this.#frameId, worldName: OUR_WORLD };
    return (await this.#tab.cdp.send('Page.createIsolatedWorld', options)).executionContextId;
  }
}

/** @throws RetryVisit if the page threw an error */
function resultOf(answer: unknown): unknown {
  const { result, exceptionDetails } = evaluation.parse(answer);
  // A document that goes while it is asked answers nothing.
  if (!exceptionDetails && result.value === undefined)
    throw new DocumentGone('the page keeps going on to other documents');
  if (!exceptionDetails) return result.value;
  const why = exceptionDetails.exception?.description.split('\n')[0] || exceptionDetails.text;
  throw new RetryVisit(`the page could not be read: ${why}`);
}

function asGone(error: unknown): never {
  const text = String(error);
  if (/Cannot find context|No frame (for|with) given id|context was destroyed|navigated or closed/i.test(text)) {
    throw new DocumentGone('the page keeps going on to other documents');
  }
  throw error;
}

/** The documents that the tab shows now: the page's own, then its frames', of any nesting. */
export async function documents(tab: Tab): Promise<FrameDocument[]> {
  const answer = await tab.ask(tab.cdp.send('Page.getFrameTree'));
  const all = flatten(tab, z.object({ frameTree }).parse(answer).frameTree, undefined);
  const frames = [...all];
  if (frames.length > MOST_FRAMES) tab.limits.add('frames');
  return frames.slice(0, MOST_FRAMES);
}

function* flatten(tab: Tab, node: FrameTree, parentUrl: string | undefined): Generator<FrameDocument> {
  yield new FrameDocument(tab, node.frame, parentUrl);
  for (const child of node.childFrames ?? []) yield* flatten(tab, child, node.frame.url);
}
