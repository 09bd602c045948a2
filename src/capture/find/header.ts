import type { FoundLink, LinkRole } from '../../domain/link.ts';
import { parseUrl, withoutFragment } from '../../url/parse.ts';
import { refreshTarget, reportAddresses } from '../addresses/attribute-addresses.ts';
import { stringsInJson } from '../addresses/json-addresses.ts';
import { inThread } from '../documents/in-thread.ts';
import type { LoadedAnswer } from '../loaded-page.ts';
import { headerOf } from '../network/answer-rules.ts';
import { linkHeader } from './link-header.ts';
import type { Technique } from './technique.ts';

/** Addresses in the headers of the answers that led to the page, and in the bodies of redirects. */
export const header: Technique = {
  name: 'header',
  level: 'passive',
  summary: 'headers, and redirects with bodies',
  async find(page) {
    const found = await Promise.all(
      page.answers.map(async (answer, place) => {
        const isRedirect = place < page.answers.length - 1;
        return [...inHeaders(answer, isRedirect), ...(await inBody(answer))];
      }),
    );
    return leadingOn(found.flat(), [page.answers.at(-1)?.url, page.frames[0]?.url]);
  },
};

/** Returns the links in the bodies of the redirects that led to a file. @param landed address of the file */
export async function linksOnWay(redirects: readonly LoadedAnswer[], landed: string): Promise<FoundLink[]> {
  const found = await Promise.all(redirects.map(inBody));
  return leadingOn(found.flat(), [landed]);
}

/** Drops links that lead to the page itself, or nowhere. */
function leadingOn(found: readonly FoundLink[], landed: readonly (string | undefined)[]): FoundLink[] {
  const own = new Set(landed.map((one) => one && withoutFragment(one)));
  return found.filter(({ role, url }) => role !== 'link' || (url !== undefined && !own.has(withoutFragment(url))));
}

interface Named {
  readonly raw: string;
  readonly role: LinkRole;
  readonly rel?: string;
}

/** @param isRedirect true to ignore `location`, which is a step to the page and no link */
function inHeaders({ url: base, headers }: LoadedAnswer, isRedirect: boolean): FoundLink[] {
  const header = (name: string) => headerOf(headers, name);
  const lead = (raw: string | undefined): Named[] => (raw ? [{ raw, role: 'link' }] : []);
  const name = (raws: readonly string[]): Named[] => raws.map((raw) => ({ raw, role: 'embedded' }));
  const found = {
    link: linkHeader(header('link')),
    location: lead(isRedirect ? undefined : header('location')),
    'content-location': lead(header('content-location')),
    refresh: lead(refreshTarget(header('refresh'))),
    'content-security-policy': name(reportAddresses(header('content-security-policy'))),
    'content-security-policy-report-only': name(reportAddresses(header('content-security-policy-report-only'))),
    'reporting-endpoints': name(quoted(header('reporting-endpoints'))),
    'report-to': name(
      stringsInJson(`[${header('report-to')}]`).flatMap(({ key, text }) => (key === 'url' ? [text] : [])),
    ),
    'speculation-rules': name(quoted(header('speculation-rules'))),
    sourcemap: name([header('sourcemap')]),
  };
  return Object.entries(found).flatMap(([element, all]) =>
    all.flatMap(({ raw, role, rel = '' }): FoundLink[] => {
      const url = raw === '' ? undefined : parseUrl(raw, base)?.href;
      if (url === undefined || !/^https?:/.test(url)) return [];
      const place = { element: `header:${element}`, tagPath: '', frame: '', technique: 'header' };
      return [{ raw, url, role, method: 'GET', anchor: '', context: '', rel, ...place }];
    }),
  );
}

const quoted = (value: string): string[] => [...value.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');

/** Returns the links in a redirect's body, without the redirect's target. */
async function inBody({ url, headers, text }: LoadedAnswer): Promise<FoundLink[]> {
  if (text === undefined) return [];
  const location = parseUrl(headerOf(headers, 'location'), url)?.href;
  const markup = { text, encoding: 'utf-8' };
  const reading = await inThread('document', { url, parentUrl: undefined, markup, isXml: false });
  const links = (reading?.walked.links ?? []).filter((link) => link.url === undefined || link.url !== location);
  return links.map((link) => ({ ...link, url: link.url, frame: url, technique: 'header' }));
}
