import type { Capture } from '../capture/capture.ts';
import type { Captured } from '../domain/page.ts';
import type { Address, Claim, Frontier, SeenLink, Settled, VisitResult } from '../frontier/frontier.ts';
import { classify } from '../url/classify.ts';
import type { Identity } from '../url/identity.ts';
import { identityKey } from '../url/normalise.ts';
import type { Scope } from '../url/scope.ts';

export interface VisitTools {
  readonly capture: Capture;
  readonly frontier: Frontier;
  readonly identity: Identity;
  readonly now: () => number;
}

/**
 * The hot path, one page from claim to record: capture (load, wait, extract), classify, and `settle`, which rewards,
 * ranks and commits in one transaction. Undefined when the claim was lost meanwhile.
 *
 * @throws RetryVisit, GiveUpVisit when the page can't be read: the caller owes the claim's end
 */
export async function visit(claim: Claim, tools: VisitTools): Promise<Settled | undefined> {
  const captured = await tools.capture.read({ url: claim.url, site: claim.site });
  const result = understand(captured, tools.frontier.scope(claim.site), tools.identity);
  return await tools.frontier.settle(claim, result, tools.now());
}

function understand(captured: Captured, scope: Scope, identity: Identity): VisitResult {
  const landed = new URL(captured.url);
  const { askedAt, httpStatus, contentType } = captured;
  const answer = { askedAt, httpStatus, contentType };
  if (!scope(landed)) {
    const reason = `redirects out of the site, to ${captured.url}`;
    const links = [redirectLink(captured.url, scope, identity)];
    return { ...answer, outcome: 'left-site', reason, title: '', address: undefined, canonical: undefined, links };
  }
  const address = { url: captured.url, key: identityKey(landed, identity) };
  if (captured.kind === 'file') {
    return { ...answer, outcome: 'file', reason: contentType, title: '', address, canonical: undefined, links: [] };
  }
  const seen = new Map<string, SeenLink>();
  for (const found of captured.links) {
    const link = classify(
      found.raw,
      found.url === undefined ? { base: captured.url } : { resolved: found.url },
      scope,
      identity,
    );
    const key = link.kind === 'bad' ? `bad ${link.raw}` : link.key;
    if (!seen.has(key)) seen.set(key, { found, link });
  }
  const { title, limits } = captured;
  const canonical = canonicalAddress(captured.canonical, scope, identity);
  return {
    ...answer,
    outcome: 'page',
    reason: limits.join(', '),
    title,
    address,
    canonical,
    links: [...seen.values()],
  };
}

/** The address that a page names as its own, where that is one of the site. */
function canonicalAddress(named: string | undefined, scope: Scope, identity: Identity): Address | undefined {
  const link = named === undefined ? undefined : classify(named, { resolved: named }, scope, identity);
  return link?.kind === 'internal' ? { url: link.url, key: link.key } : undefined;
}

function redirectLink(url: string, scope: Scope, identity: Identity): SeenLink {
  const found = {
    raw: url,
    url,
    anchor: '',
    context: '',
    rel: '',
    element: '',
    tagPath: '',
    frame: '',
    technique: 'redirect',
  };
  return { found, link: classify(url, { resolved: url }, scope, identity) };
}
