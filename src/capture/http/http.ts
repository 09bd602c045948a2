import { setCapped } from '../../domain/capped-map.ts';
import { RetryVisit, troubleAt } from '../../domain/errors.ts';
import { type Captured, WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import { hasRoute } from '../../url/normalise.ts';
import { bareHost, withoutFragment } from '../../url/parse.ts';
import type { Capture, Target } from '../capture.ts';
import { PageReader, ParsedDocument } from '../documents/page-reader.ts';
import type { Source } from '../documents/read-document.ts';
import { capturedFile } from '../files/read-file.ts';
import { linksOnWay } from '../find/header.ts';
import { readTexts, techniqueNames } from '../find/registry.ts';
import { findLinks } from '../find-links.ts';
import { LONG_TEXT, visibleText } from '../loaded-page.ts';
import { accepted, nofollowOf, validatorsOf } from '../network/answer-rules.ts';
import type { Lookup } from '../network/dialer.ts';
import { DocumentSchedule } from '../network/document-schedule.ts';
import type { AddressGuard, HostRules } from '../network/host-rules.ts';
import { notValid, visitError } from '../network/visit-error.ts';
import { type Patience, patience, VisitPace } from '../network/visit-pace.ts';
import type { StorageState } from '../session/session-state.ts';
import { HttpClient, MOST_BODY } from './http-client.ts';
import { type Content, contentOf, FrameLoader } from './http-frames.ts';
import { HttpSession, isWeb, type Landed, NotFollowed, SkippedLoad, type Times } from './http-session.ts';

export interface HttpCaptureOptions {
  readonly hostRules: HostRules;
  readonly userAgent: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Guard against private addresses; undefined: all addresses are allowed. */
  readonly guard?: AddressGuard | undefined;
  /** True to reject invalid certificates; otherwise captured pages have the fault as a limit. */
  readonly checksCertificates?: boolean | undefined;
  /** DNS lookup; default: the system's. */
  readonly lookup?: Lookup | undefined;
  /** Names of the techniques to use; default: those of `active`. */
  readonly techniques?: ReadonlySet<string> | undefined;
  /** Address of a proxy, with name and password if required. */
  readonly proxy?: string | undefined;
  /** Initial cookies of every site's session. */
  readonly storageState?: StorageState | undefined;
  /** Schedule of hosts; default: no waiting. */
  readonly turns?: DocumentSchedule | undefined;
  /** Time limits that differ from the defaults, for tests. */
  readonly patience?: Partial<Patience>;
}

/** Page captured without a browser. */
export interface HttpRead {
  readonly captured: Captured;
  /** Documents of the page and its frames, main document first; empty for a file. */
  readonly documents: readonly ParsedDocument[];
}

/** Pages after which a site's cookies are cleared, as with tabs. */
const READS_PER_SESSION = 200;
/** Limit of sites whose cookies are kept. */
const MOST_SESSIONS = 1000;

/** Captures pages without a browser: the server's markup with frames, without running scripts. */
export class HttpCapture implements Capture {
  readonly #options: HttpCaptureOptions;
  readonly #patience: Patience;
  readonly #client: HttpClient;
  readonly #turns: DocumentSchedule;
  /** Sessions by site, least recently used first. */
  readonly #sessions = new Map<SiteId, HttpSession>();

  constructor(options: HttpCaptureOptions) {
    this.#options = options;
    this.#patience = { ...patience, ...options.patience };
    this.#client = new HttpClient(options);
    this.#turns = options.turns ?? new DocumentSchedule(() => 0);
  }

  async start(): Promise<void> {}

  async read(target: Target): Promise<Captured> {
    const { captured, documents } = await this.#readOrTell(target, false);
    const isUnwritten = documents.length > 0 && documents.every(({ reading }) => reading.awaitsScripts);
    return isUnwritten ? { ...captured, limits: [...captured.limits, WRITTEN_BY_SCRIPTS] } : captured;
  }

  /** Captures a page with its documents and their features. */
  readDocuments(target: Target): Promise<HttpRead> {
    return this.#readOrTell(target, true);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #readOrTell(target: Target, wantsFeatures: boolean): Promise<HttpRead> {
    const pace = new VisitPace(this.#turns);
    return await this.#read(target, pace, wantsFeatures).catch((error: unknown) => {
      throw troubleAt(visitError(error), pace.asked);
    });
  }

  async #read({ url, site, mayFollow, foundOn }: Target, pace: VisitPace, wantsFeatures: boolean): Promise<HttpRead> {
    const { now, techniques = techniqueNames('active') } = this.#options;
    const reader = new PageReader({ wantsFeatures, wantsTexts: readTexts(techniques) });
    const session = this.#session(site);
    const mayLead = mayFollow && ((to: URL) => mayFollow(to, 'page'));
    const mayFrame = mayFollow && ((to: URL) => mayFollow(to, 'in-frame'));
    const { answer, page } = this.#patience;
    const limit = await pace.document(new URL(url));
    if (limit !== undefined) throw new RetryVisit(`its host could not be asked in time: ${limit}`);
    const asked = await session.load(url, { answerWithin: answer, bodyWithin: 3 * page }, pace, mayLead, foundOn);
    const end = performance.now() + 3 * page - pace.waited;
    const times = (): Times => {
      const left = Math.max(0, end + pace.waited - performance.now());
      return { answerWithin: Math.min(answer, left), bodyWithin: left };
    };
    const statusOf = ({ url, answer: { status, headers } }: Landed) =>
      accepted(bareHost(new URL(url)), status, headers, now);
    const open = async (landed: Landed) => {
      const read = (source: Source) => {
        statusOf(landed);
        return reader.read(source);
      };
      return {
        landed,
        content: await contentOf(landed, undefined, read),
        hops: landed.redirects.map(({ url }) => url),
      };
    };
    const follow = async (next: string, from: string) =>
      await open(await session.follow(next, times, pace, mayLead, from));
    const { landed, content, hops, skippedBy } = await refreshed(await open(asked), follow);
    const askedAt = () => this.#turns.askedAt(new URL(url), now());
    const httpStatus = statusOf(landed);
    const { contentType } = content;
    const { answer: own, redirects } = landed;
    const { headers, isCutOff, isLate } = own;
    const about = { httpStatus, contentType, hops, rendering: 'http' } as const;
    const cut = isLate ? 'still loading' : isCutOff ? 'cut off' : undefined;
    const limits = own.certificateFault === undefined ? [] : [notValid(own.certificateFault)];
    if (content.kind === 'file') {
      const file = { url: landed.url, httpStatus, contentType, headers };
      const body = techniques.has('file') ? { bytes: own.body, limit: cut } : undefined;
      const captured = await capturedFile(file, body);
      const all = [...limits, ...captured.limits];
      const onWay = techniques.has('header') ? await linksOnWay(redirects, landed.url) : [];
      const links = [...captured.links, ...onWay];
      return { captured: { ...captured, links, limits: all, ...about, askedAt: askedAt() }, documents: [] };
    }
    if (cut !== undefined) limits.push(cut);
    if (skippedBy !== undefined) limits.push(skippedBy);
    const loader = new FrameLoader(session, times, pace, mayFrame, reader);
    const frames = await loader.withFrames(content.document, []);
    limits.push(...loader.limits);
    const answers = [...redirects, { url: landed.url, headers }];
    const onLimit = (name: string) => void reader.limits.add(name);
    const texts = async () => await Promise.all(frames.map((frame) => frame.texts()));
    const none = async () => [];
    const loaded = { frames, answers, observed: [], texts, limit: onLimit, loaded: none, globals: none, leftAlone: [] };
    const text = await visibleText(frames);
    if (text.isCut) limits.push(LONG_TEXT);
    const { links } = await findLinks(loaded, techniques);
    limits.push(...reader.limits);
    const isBroken = isCutOff && !isLate && own.body.length < MOST_BODY;
    if (links.length === 0 && isBroken) throw new RetryVisit('the answer was cut off');
    const { title, canonical, robots } = content.document.reading;
    const nofollow = nofollowOf(robots, headers);
    // Without scripts no fragment is a route.
    const address = hasRoute(new URL(landed.url)) ? withoutFragment(landed.url) : landed.url;
    const documents = frames.filter((frame) => frame instanceof ParsedDocument);
    const captured = {
      kind: 'page',
      url: address,
      title,
      canonical,
      links,
      nofollow,
      text: text.blocks,
      asksPassword: text.asksPassword,
      limits,
      validators: validatorsOf(headers),
    } as const;
    return { captured: { ...captured, ...about, askedAt: askedAt() }, documents };
  }

  #session(site: SiteId): HttpSession {
    const known = this.#sessions.get(site);
    this.#sessions.delete(site);
    const { userAgent, storageState } = this.#options;
    const isFit = known !== undefined && known.reads < READS_PER_SESSION;
    const session = isFit ? known : new HttpSession(this.#client, userAgent, storageState);
    session.reads++;
    setCapped(this.#sessions, site, session, MOST_SESSIONS);
    return session;
  }
}

interface Loaded {
  readonly landed: Landed;
  readonly content: Content;
  /** Addresses before the last redirect or refresh. */
  readonly hops: readonly string[];
  /** Limit that stopped a refresh. */
  readonly skippedBy?: string;
}

/** Follows immediate refreshes, and returns the last page before a download or a forbidden address. */
async function refreshed(first: Loaded, follow: (url: string, from: string) => Promise<Loaded>): Promise<Loaded> {
  let loaded = first;
  for (;;) {
    const next = refreshOf(loaded);
    if (next === undefined) break;
    const following = await follow(next, loaded.landed.url).catch((error: unknown) => {
      if (error instanceof SkippedLoad || error instanceof NotFollowed) return error;
      throw error;
    });
    if (following instanceof NotFollowed) break;
    if (following instanceof SkippedLoad) return { ...loaded, skippedBy: following.limit };
    if (following.content.kind === 'file' && !following.content.isShown) break;
    loaded = { ...following, hops: [...loaded.hops, loaded.landed.url, ...following.hops] };
  }
  return loaded;
}

/** Returns the target of an immediate refresh, by header or markup. */
function refreshOf({ landed, content }: Loaded): string | undefined {
  if (content.kind === 'file') return undefined;
  const header = [landed.answer.headers.refresh ?? []].flat()[0];
  const url =
    refreshAddress(header, content.document) ?? refreshAddress(content.document.reading.refresh, content.document);
  const isElsewhere = url !== undefined && withoutFragment(url) !== withoutFragment(landed.url);
  return isElsewhere && isWeb(new URL(url)) ? url : undefined;
}

/** Parses a refresh of less than a second; a browser reads the page before later ones. */
function refreshAddress(text: string | undefined, document: ParsedDocument): string | undefined {
  const raw = /^\s*0*(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|([^"'].*))/is.exec(text ?? '');
  const address = raw?.[1] ?? raw?.[2] ?? raw?.[3];
  return address === undefined ? undefined : document.resolve(address.trim());
}
