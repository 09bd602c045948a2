import type { Claim, SeenLink, VisitResult } from '../src/frontier/frontier.ts';
import { classify } from '../src/url/classify.ts';
import { type Identity, identityKey } from '../src/url/normalise.ts';
import type { RecordedWeb } from './recorded-web.ts';

const AS_WRITTEN: Identity = { foldCase: false, ignored: new Set() };
const A_LINK = { role: 'link', method: 'GET', element: 'a', technique: 'dom' } as const;
const NO_TEXT = { ...A_LINK, anchor: '', context: '', rel: '', tagPath: '', frame: '' };

/** Result of a visit on the recorded web; pages not recorded cannot be loaded. */
export function visitRecorded(web: RecordedWeb, claim: Claim): VisitResult {
  const links = web.pages.get(claim.url) ?? web.pages.get(claim.url.replace(/\/index\.html?$/, '/'));
  const answer = { askedAt: undefined, contentType: 'text/html', title: '', canonical: undefined };
  if (!links)
    return { ...answer, outcome: 'failed', reason: 'HTTP 404', httpStatus: 404, address: undefined, links: [] };
  const seen = new Map<string, SeenLink>();
  for (const raw of links) {
    const link = classify(raw, { base: claim.url }, claim.scope, AS_WRITTEN);
    const key = link.kind === 'bad' ? link.raw : link.key;
    if (!seen.has(key)) seen.set(key, { found: { ...NO_TEXT, raw, url: undefined }, link, isNofollow: false });
  }
  const address = { url: claim.url, key: identityKey(new URL(claim.url), AS_WRITTEN) };
  return { ...answer, outcome: 'page', reason: '', httpStatus: 200, address, links: [...seen.values()] };
}
