import type { FoundLink } from '../../domain/link.ts';
import { bareHost, decoded, parseUrl } from '../../url/parse.ts';
import { hasHoles, isLikeAddress } from '../addresses/like-address.ts';
import { decodeAs } from '../encoding/decode.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import { readDocument } from './read-document.ts';

/** A document as received, and its present links. */
export interface LostLinksInput {
  readonly url: string;
  readonly parentUrl: string | undefined;
  readonly bytes: Uint8Array;
  /** WHATWG name of the encoding of `bytes`. */
  readonly encoding: string;
  readonly isXml: boolean;
  readonly shown: readonly WalkedLink[];
}

/** Returns the links in the document as received that are no longer shown, in no other form either. */
export function lostLinks({ url, parentUrl, bytes, encoding, isXml, shown }: LostLinksInput): readonly WalkedLink[] {
  const markup = { text: decodeAs(bytes, encoding), encoding };
  if (!hasOthers(markup.text, new Set(shown.map(({ raw }) => raw.trim())))) return [];
  const { walked } = readDocument({ url, parentUrl, markup, isXml });
  const keys = new Set(shown.flatMap((link) => [keyOf(link), keyOf({ ...link, role: 'embedded' })]));
  // A link shown as written leads elsewhere only because the document has another address now.
  const written = new Set(shown.map(asWritten));
  const lost = walked.links.filter(
    (link) => link.url !== undefined && !hasHoles(link.raw) && !keys.has(keyOf(link)) && !written.has(asWritten(link)),
  );
  if (lost.length === 0) return lost;
  const others = rewritten(lost, fresh(shown, walked.links));
  return lost.filter((link) => !others.has(link));
}

/** Returns the links that are shown more often than in the document as received. */
function fresh(shown: readonly WalkedLink[], came: readonly WalkedLink[]): WalkedLink[] {
  const left = new Map<string, number>();
  for (const link of came) left.set(keyOf(link), (left.get(keyOf(link)) ?? 0) + 1);
  return shown.filter((link) => {
    const times = left.get(keyOf(link)) ?? 0;
    left.set(keyOf(link), times - 1);
    return times <= 0;
  });
}

const keyOf = ({ role, method, url, raw }: WalkedLink): string => `${role} ${method} ${url ?? raw}`;

const asWritten = ({ role, method, element, anchor, raw }: WalkedLink): string =>
  `${role} ${method} ${element} ${raw} ${anchor}`;

const ADDRESSES =
  /[\s"'/](href|src|action|formaction|cite|data|poster|background|content|data-[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>=][^\s"'>]*))/gi;
/** Markup without links: comments, scripts, and elements whose addresses are not links. */
const WITHOUT_LINKS = /<!--.*?(?:-->|$)|(?<=<script\b[^<>]*>).*?(?=<\/script|$)|<(base|link)\b[^<>]*>/gis;
const ONLY_CONNECTS = /\b(?:dns-prefetch|preconnect)\b/i;
/** A part of the page itself, or an address that needs no server. */
const NOT_ASKED = /^(?:$|#|(?!https?:|wss?:|ftp:)[a-z][\w+.-]*:)/i;

/** Tells whether the markup seems to contain an unknown address: a cheap test before parsing. */
function hasOthers(markup: string, known: ReadonlySet<string>): boolean {
  const asked = markup.replace(WITHOUT_LINKS, (whole, name: string | undefined) =>
    name?.toLowerCase() === 'link' && !ONLY_CONNECTS.test(whole) ? whole : '',
  );
  for (const [, name = '', double, single, bare] of asked.matchAll(ADDRESSES)) {
    const raw = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
    if (/^(?:content$|data-)/i.test(name) && !isLikeAddress(raw)) continue;
    if (!NOT_ASKED.test(raw) && !known.has(raw)) return true;
  }
  return false;
}

/** Properties by which an element is recognised. */
type Link = Pick<FoundLink, 'element' | 'anchor' | 'tagPath'> & { readonly url?: string | undefined };

/** Most shown elements of one key that are compared with a rewritten link. */
const MOST_COMPARED = 30;
/** Least addresses of a page that must change alike, where one address alone does not prove another form. */
const ALIKE = 2;
/** Least addresses of a page that must change alike, where parameters were replaced, as in different links. */
const ALIKE_REPLACED = 3;
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/**
 * A changed part of an address, and the least addresses of the page with this change (1 if the change alone proves
 * another form).
 */
interface Change {
  readonly way: string;
  readonly least: number;
}

/**
 * Finds the missing links whose elements, matched by name and text or place, are still shown with another form of the
 * address (parameters, scheme, host, path, redirect). Each shown element replaces one missing link.
 *
 * @param gone links that were there before and are not shown now
 * @param fresh links that are shown now and were not there before
 * @param least addresses that must share a change of any kind; more than 1 if readers may have seen the old links
 */
export function rewritten<Gone extends Link>(
  gone: readonly Gone[],
  fresh: readonly Link[],
  least = 1,
): ReadonlySet<Gone> {
  const shown = shownByKeys(fresh);
  const changed = new Map<Gone, readonly Change[]>();
  /** Addresses by change. */
  const alike = new Map<string, Set<string>>();
  for (const link of gone) {
    const url = parseUrl(link.url ?? '');
    const changes = url && changesOf({ url, anchor: link.anchor }, keysOf(link, [url]), shown);
    if (!changes) continue;
    changed.set(link, changes);
    for (const { way } of changes) alike.set(way, (alike.get(way) ?? new Set()).add(url.href));
  }
  const isForm = ({ way, least: own }: Change) => (alike.get(way)?.size ?? 0) >= Math.max(own, least);
  return new Set([...changed].flatMap(([link, changes]) => (changes.every(isForm) ? [link] : [])));
}

/** A shown link: address, text, addresses named in its own address, and whether it replaces a missing link. */
interface Shown {
  readonly url: URL;
  readonly anchor: string;
  readonly named: readonly URL[];
  isTaken: boolean;
}

function shownByKeys(links: readonly Link[]): Map<string, Shown[]> {
  const shown = new Map<string, Shown[]>();
  for (const link of links) {
    const url = parseUrl(link.url ?? '');
    if (!url) continue;
    const one = { url, anchor: link.anchor, named: namedIn(url), isTaken: false };
    for (const key of keysOf(link, [url, ...one.named])) {
      const known = shown.get(key);
      if (known) known.push(one);
      else shown.set(key, [one]);
    }
  }
  return shown;
}

/** Returns the change from an address to that of a shown element, a certain match first; undefined if there is none. */
function changesOf(
  from: Pick<Shown, 'url' | 'anchor'>,
  keys: readonly string[],
  shown: ReadonlyMap<string, Shown[]>,
): readonly Change[] | undefined {
  const candidates = new Set(keys.flatMap((key) => firstFree(shown.get(key) ?? [])));
  const possible = [...candidates].flatMap((one) => {
    const changes = changesTo(from, one);
    return changes ? [{ one, changes }] : [];
  });
  const best = possible.find(({ changes }) => changes.every(({ least }) => least === 1)) ?? possible[0];
  if (best) best.one.isTaken = true;
  return best?.changes;
}

/** Returns the first elements that replace no link yet. Removes used ones at the front for good. */
function firstFree(shown: Shown[]): Shown[] {
  while (shown[0]?.isTaken) shown.shift();
  return shown.slice(0, MOST_COMPARED).filter(({ isTaken }) => !isTaken);
}

/** Returns the keys of an element: its path or the end of the path, with its name and text or its place. */
function keysOf({ element, anchor, tagPath }: Link, urls: readonly URL[]): string[] {
  const known = [`at ${tagPath}`, ...(anchor === '' ? [] : [`is ${anchor}`])];
  const paths = new Set(urls.flatMap((url) => [stemOf(url), withoutFirst(stemOf(url))]));
  return [...paths].flatMap((path) => known.map((one) => `${path} ${element} ${one}`));
}

const pathOf = ({ pathname }: URL): string => pathname.replace(/(?<!\/)\/+$/, '');
/** Parameters in a path, such as a session number. */
const PARAMETERS_IN_PATH = /;[^/]*/g;
/** Endings that an address may have or lack for the same page. */
const ENDING = /(?:\/index)?\.[a-z]{3,5}$|\/index$/i;
const stemOf = (url: URL): string =>
  pathOf(url).replace(PARAMETERS_IN_PATH, '').replace(ENDING, '').replace(/\/+$/, '');
const withoutFirst = (path: string): string => path.replace(/^\/[^/]*/, '');
const firstOf = (path: string): string => /^\/([^/]*)/.exec(path)?.[1] ?? '';

/** Returns the changes from one address to another; undefined if the addresses are unrelated. */
function changesTo(
  { url: from, anchor }: Pick<Shown, 'url' | 'anchor'>,
  { url: to, named, anchor: now }: Shown,
): readonly Change[] | undefined {
  const changes = changesOfAddress(from, to, named);
  if (!changes || anchor === now) return changes;
  return changes.map(({ way, least }) => ({ way: `${way}, other text`, least: Math.max(least, ALIKE) }));
}

function changesOfAddress(from: URL, to: URL, named: readonly URL[]): readonly Change[] | undefined {
  if (named.some((one) => one.host === from.host && pathOf(one) === pathOf(from) && one.search === from.search))
    return [{ way: `within ${to.host}/${firstOf(to.pathname)}`, least: 1 }];
  const [written, writtenNow] = [from, to].map(({ href }) => href.replace(/#.*/s, ''));
  const appended = from.search !== '' && writtenNow?.startsWith(written ?? '') ? writtenNow.slice(written?.length) : '';
  // A script that ignores the form of an address appends to any.
  if (appended !== '' && !appended.startsWith('&'))
    return [{ way: appended.startsWith('?') ? `query ${appended.slice(1)}` : endingWay('', appended), least: ALIKE }];
  const [beginning, query] = [changeOfBeginning(stemOf(from), stemOf(to)), changeOfQuery(from, to)];
  if (!beginning || !query) return undefined;
  return [...changeOfHost(from, to), ...beginning, ...changeOfEnding(from, to), ...query];
}

/** Returns the change of host. A start page on another host is another page, unless several addresses moved. */
function changeOfHost(from: URL, to: URL): Change[] {
  const [one, other] = [bareHost(from), bareHost(to)];
  const scheme = from.protocol === to.protocol ? [] : [{ way: `scheme ${to.protocol}`, least: 1 }];
  const host = { way: `host ${one} ${other}`, least: pathOf(from) === '' ? ALIKE : 1 };
  return one === other ? scheme : [...scheme, host];
}

/** Returns the change of the first part of the path, such as a language: added, removed or replaced. */
function changeOfBeginning(from: string, to: string): Change[] | undefined {
  if (from === to) return [];
  const [mine, theirs] = [firstOf(from), firstOf(to)];
  const isLanguage = (old: string, now: string) => [old, now].every((part) => part === '' || LANGUAGE.test(part));
  const change = (old: string, now: string) => [{ way: `path ${old} ${now}`, least: isLanguage(old, now) ? 1 : ALIKE }];
  if (withoutFirst(to) === from) return change('', theirs);
  if (withoutFirst(from) === to) return change(mine, '');
  if (withoutFirst(from) !== withoutFirst(to)) return undefined;
  // With one part only, nothing else shows that both are the same page.
  return withoutFirst(from) !== '' || isLanguage(mine, theirs) ? change(mine, theirs) : undefined;
}

/** Returns the changes of parameters in the path and of its ending: added, removed or replaced. */
function changeOfEnding(from: URL, to: URL): Change[] {
  const [mine, theirs] = [from, to].map((url) => pathOf(url).match(PARAMETERS_IN_PATH)?.join('') ?? '');
  const [old, now] = [from, to].map((url) => ENDING.exec(pathOf(url).replace(PARAMETERS_IN_PATH, ''))?.[0] ?? '');
  const parameters = { way: `path ${theirs}`, least: mine === '' || theirs === '' ? 1 : ALIKE };
  const ending = { way: endingWay(old, now), least: ALIKE };
  return [...(mine === theirs ? [] : [parameters]), ...(old === now ? [] : [ending])];
}

const endingWay = (old = '', now = ''): string => `ending ${old} ${now}`;

/** Returns the change of parameters. New values or names count only if others changed alike. */
function changeOfQuery(from: URL, to: URL): Change[] | undefined {
  const [mine = [], theirs = []] = [from, to].map(({ search }) =>
    search
      .slice(1)
      .split('&')
      .filter((one) => one !== ''),
  );
  const lost = mine.filter((one) => !theirs.includes(one));
  const added = theirs.filter((one) => !mine.includes(one));
  if (lost.length === 0 && added.length === 0) return from.search === to.search ? [] : [{ way: 'order', least: 1 }];
  if (added.length === 0) return [{ way: `query without ${[...new Set(lost.map(nameOf))].join('&')}`, least: 1 }];
  const way = `query ${added.join('&')}`;
  if (lost.length === 0) return [{ way, least: 1 }];
  const names = new Set(added.map(nameOf));
  return [{ way, least: lost.every((one) => names.has(nameOf(one))) ? ALIKE : ALIKE_REPLACED }];
}

const nameOf = (parameter: string): string => parameter.split('=', 1)[0] ?? '';

/** Returns the addresses within another one: in a parameter, the fragment or the path, escaped or in base 64. */
function namedIn(url: URL): URL[] {
  const beginning = url.href.slice(url.origin.length);
  const inPath = /[/=](https?:\/\/?.+|aHR0c[\w+/-]+=*)$/i.exec(beginning)?.[1];
  const values = [...url.searchParams.values(), url.hash.slice(1), ...(inPath === undefined ? [] : [inPath])];
  return values.flatMap((value) => {
    const texts = [value, decoded(value), ofBase64(value)].filter((text) =>
      /^(?:https?:\/\/?[^/]|\/(?!\/))/i.test(text),
    );
    return [...new Set(texts)].flatMap((text) => parseUrl(text, url) ?? []);
  });
}

/** Decodes base 64 that begins with an absolute address. */
const ofBase64 = (text: string): string =>
  /^aHR0c/.test(text) ? Buffer.from(text, 'base64url').toString().replace(/\0/g, '') : '';
