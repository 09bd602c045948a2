import { z } from 'zod';
import { withoutFragment } from '../../url/parse.ts';
import { addressResolver } from '../addresses/resolve-address.ts';
import type { Listener } from '../explore/gestures.ts';
import { type FrameTexts, type LoadedFrame, type LoadedSource, MOST_FRAMES, TOO_MANY_FRAMES } from '../loaded-page.ts';
import {
  blocksSchema,
  type DocumentText,
  moreOfWalk,
  type PageWalk,
  pageTexts,
  pageWalk,
  type Walk,
} from '../walk/walk.ts';
import { type WalkedLink, walkedLinks } from '../walk/walked-links.ts';
import { FairTime } from './clock/cpu-pressure.ts';
import { declaresClosedRoots, withClosedRoots } from './closed-roots.ts';
import { asGone, DocumentGone, resultOf } from './document-answers.ts';
import { listenersOf } from './listeners.ts';
import { NOT_THERE, OUR_WORLD, pageFunction, pageFunctions } from './page-functions.ts';
import type { Tab } from './tab.ts';

const WALK_IN_PAGE = pageFunction('walkPage');
const PICTURE = 'new Promise((done) => requestAnimationFrame(() => done(true)))';
const TWO_PICTURES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';
/** Limit of nodes for finding closed shadow roots, which describes the whole document. */
const MOST_DESCRIBED = 300_000;
/** Milliseconds (scaled to an idle machine) after which a page counts as never drawn. */
const NOT_DRAWN = 2000;
/** Milliseconds to wait once a page was not drawn, or a script of the page was ended. */
const STILL_NOT_DRAWN = 150;

/** Address of a frame: for one without a document yet, Chromium reports an empty address, or (since 150) `:`. */
const frameUrl = z.string().transform((url) => (/^:?$/.test(url) ? 'about:blank' : url));
const frameSchema = z.object({ id: z.string(), loaderId: z.string(), url: frameUrl });
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

const thrown = z.object({ exceptionDetails: z.object({ exception: z.object({ value: z.string() }) }) });

const calling = (name: string): string => `function (...given) { return ${name}(...given); }`;

/** Document of a frame, seen from an isolated world that the page's scripts can't reach. */
export class FrameDocument implements LoadedFrame {
  /** Identity that is constant while the frame shows this document. */
  readonly id: string;
  readonly isMain: boolean;
  readonly url: string;
  readonly parentUrl: string;
  isCut = false;
  readonly #tab: Tab;
  readonly #frameId: string;
  #world: Promise<number> | undefined;
  /** Number of times that the links were read. */
  #walks = 0;
  /** True if the last attempt to draw the page succeeded. */
  #isDrawn = true;
  /** Count of possible shadow hosts when none had a closed root. */
  #withoutRoots: string | undefined;
  /** True if closed shadow roots were found when links were last read. */
  #hasClosedRoots = false;

  constructor(tab: Tab, frame: FrameTree['frame'], parentUrl: string | undefined) {
    this.id = `${frame.id} ${frame.loaderId}`;
    this.isMain = parentUrl === undefined;
    this.url = frame.url;
    this.parentUrl = parentUrl ?? '';
    this.#tab = tab;
    this.#frameId = frame.id;
  }

  /** Source of the document; undefined for an error page, as a blocked document is not the frame's. */
  get source(): LoadedSource | undefined {
    return this.url.startsWith('chrome-error:') ? undefined : this.#tab.gate.bodies.sourceOf(this.#frameId);
  }

  /** @throws DocumentGone if the page's own document is gone; a frame's returns no links instead */
  async links(): Promise<readonly WalkedLink[]> {
    try {
      const open = await this.evaluate(`${WALK_IN_PAGE}(${++this.#walks})`, pageWalk);
      const closed = this.#mayHideRoots(open) ? await this.#walkClosed() : undefined;
      this.#hasClosedRoots = closed !== undefined;
      if (!closed) this.#withoutRoots = hostsIn(open);
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
      const next = await this.evaluate(`${pageFunction('moreOfWalk')}()`, moreOfWalk);
      for (const link of next.links) links.push(link);
      for (const carrier of next.carriers) carriers.push(carrier);
      hasMore = next.hasMore;
    }
  }

  /**
   * Returns a resolver for relative addresses of the received document, if scripts have set another address since.
   * Addresses made by scripts are resolved as they were requested.
   */
  #loadedResolver(base: string | undefined, encoding: string, resolve: (raw: string) => string | undefined) {
    const loaded = this.isMain ? this.#tab.shown?.answer.url() : undefined;
    const bytes = this.source?.bytes;
    if (loaded === undefined || !bytes || base === undefined || withoutFragment(loaded) === withoutFragment(base))
      return resolve;
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (/<base\b/i.test(source.toString('latin1'))) return resolve;
    const resolveLoaded = addressResolver(loaded, encoding);
    const asked = new Set(this.#tab.observer.found.flatMap(({ url, role }) => (role === 'link' ? [] : (url ?? []))));
    const nameOf = (address: string) => address.replace(/.*\//s, '');
    const named = new Map<string, readonly string[]>();
    for (const url of asked) named.set(nameOf(url), [...(named.get(nameOf(url)) ?? []), url]);
    const resolveMade = (raw: string) => {
      const url = resolve(raw);
      const known = /^[\w-][^:]*$/.test(raw) && !asked.has(url ?? '') ? named.get(nameOf(raw)) : undefined;
      const [first, ...others] = known?.filter((one) => one.endsWith(`/${raw}`)) ?? [];
      return first === undefined || others.length > 0 ? url : first;
    };
    return (raw: string) => (source.includes(raw) ? resolveLoaded(raw) : resolveMade(raw));
  }

  async texts(): Promise<FrameTexts> {
    return { base: undefined, ...(await this.evaluate(`${pageFunction('textsOfPage')}()`, pageTexts)) };
  }

  /** @throws DocumentGone as `links` does */
  async blocks(): Promise<DocumentText> {
    return await this.evaluate(`${pageFunction('blocksOfPage')}()`, blocksSchema).catch((error: unknown) => {
      if (error instanceof DocumentGone && !this.isMain) return { text: '', isCut: false, asksPassword: false };
      throw error;
    });
  }

  /** Tells whether to look for closed shadow roots: not if none were found and no possible host was added. */
  #mayHideRoots(walk: PageWalk): boolean {
    const { possibleHosts, closedRoots, nodes } = walk;
    if (hostsIn(walk) === this.#withoutRoots || nodes > MOST_DESCRIBED) return false;
    return closedRoots > 0 || (this.source ? declaresClosedRoots(this.source.bytes) : possibleHosts > 0);
  }

  /** Returns the walk with closed shadow roots; undefined without any, or if the document is too deep. */
  async #walkClosed(): Promise<PageWalk | undefined> {
    return pageWalk.safeParse(await this.#callWithRoots(WALK_IN_PAGE, this.#walks)).data;
  }

  /** Calls a function with a value and the closed shadow roots; undefined if there are none. */
  async #callWithRoots(name: string, value: unknown): Promise<unknown> {
    const { cdp } = this.#tab;
    const executionContextId = await this.world();
    const call = (objects: readonly string[]) =>
      cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: calling(name),
        arguments: [{ value }, ...objects.map((objectId) => ({ objectId }))],
        executionContextId,
        returnByValue: true,
      });
    const answer = await this.#tab.ask(withClosedRoots(cdp, executionContextId, call)).catch(() => undefined);
    return answer?.result.value;
  }

  /** Tells whether an expression is true in the frame; false if it fails or the document is gone. */
  async ask(expression: string): Promise<boolean> {
    return await this.evaluate(expression, z.boolean().catch(false)).catch(() => false);
  }

  /** Calls a predicate with a value, then each host of a known closed shadow root with the root. */
  async askWithRoots(name: string, value: string): Promise<boolean> {
    const isTrue = this.#hasClosedRoots ? await this.#callWithRoots(name, value) : undefined;
    return typeof isTrue === 'boolean' ? isTrue : await this.ask(`${name}(${JSON.stringify(value)})`);
  }

  /**
   * Waits until the page is drawn.
   *
   * @param isTwice true for two frames, after which scripts know what is visible; one reports ended animations
   */
  async drawn(isTwice = true): Promise<void> {
    const { starved, hasEndedScripts } = this.#tab;
    const enough = new FairTime(this.#isDrawn && !hasEndedScripts ? NOT_DRAWN : STILL_NOT_DRAWN, starved);
    this.#isDrawn = await enough.holds(this.#evaluate(isTwice ? TWO_PICTURES : PICTURE));
  }

  /** Returns the nodes with listeners, by backend node id, in the document, shadow trees and frames. */
  async listeners(): Promise<ReadonlyMap<number, Listener>> {
    return await this.#tab.ask(listenersOf(this.#tab.cdp)).catch(asGone);
  }

  /** Returns a node as an object of our world; undefined if the node is gone. */
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
   * @param name expression that evaluates to the function
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

  /** Returns the isolated world from which the document is seen. */
  async world(): Promise<number> {
    this.#world ??= this.#createWorld();
    return await this.#world;
  }

  /**
   * Runs an expression in an isolated world, unaffected by the page's scripts. May run twice, as ending the page's
   * scripts ends the expression as well.
   *
   * @throws DocumentGone
   */
  async evaluate<T>(expression: string, schema: z.ZodType<T>): Promise<T> {
    const ask = () => this.#evaluate(expression);
    const answer = this.#withFunctions(() =>
      ask().catch((error: unknown) => (isEnded(error) ? ask() : Promise.reject(error))),
    );
    return schema.parse(resultOf(await this.#tab.ask(answer).catch(asGone)));
  }

  /** Runs a request, and again after adding our functions, which some documents lack at first. */
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

/** Returns a key of the document's possible shadow hosts; a new key means a changed document. */
const hostsIn = ({ possibleHosts, closedRoots }: PageWalk): string => `${possibleHosts} ${closedRoots}`;

/** Tells whether Chromium reports that the evaluation was ended. */
const isEnded = (error: unknown): boolean => /Internal error/.test(String(error));

/** Returns the documents that the tab shows: the page's own, then nested frames'. */
export async function documents(tab: Tab): Promise<FrameDocument[]> {
  const answer = await tab.ask(tab.cdp.send('Page.getFrameTree'));
  const all = flatten(tab, z.object({ frameTree }).parse(answer).frameTree, undefined);
  const frames = [...all];
  if (frames.length > MOST_FRAMES) tab.limits.add(TOO_MANY_FRAMES);
  return frames.slice(0, MOST_FRAMES);
}

function* flatten(tab: Tab, node: FrameTree, parentUrl: string | undefined): Generator<FrameDocument> {
  yield new FrameDocument(tab, node.frame, parentUrl);
  for (const child of node.childFrames ?? []) yield* flatten(tab, child, node.frame.url);
}
