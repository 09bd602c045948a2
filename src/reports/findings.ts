import { techniques } from '../capture/find/registry.ts';
import { counted, failureText } from '../domain/wording.ts';
import type { Store } from '../storage/open.ts';
import { brokenLink, largestTrap, richestPage, sharedHost } from '../storage/reports/findings.ts';

/** Techniques that interact with a page: a reader does not see the links that these find. */
const acting = techniques.filter(({ act }) => act).map(({ name }) => name);

/** Maximum number of findings listed. */
const MOST = 3;

/**
 * Returns notable facts about a crawl, one per line, the most telling first. Each has another subject: a host that
 * sites share, links found only by actions, a broken link, a trap, the page with most external links.
 */
export function findings(store: Store): string[] {
  const tellers = [sharedHostLine, actedLine, brokenLine, trapLine, richestLine];
  return tellers.flatMap((tell) => tell(store) ?? []).slice(0, MOST);
}

function sharedHostLine(store: Store): string | undefined {
  const shared = sharedHost(store);
  return shared && `${shared.host}: ${shared.sites} of ${shared.of} sites link to it, more than to any other host`;
}

function actedLine(store: Store): string | undefined {
  const page = richestPage(store, acting);
  if (!page) return undefined;
  const all = page.all > page.links ? ` (${page.all.toLocaleString('en')} on all pages)` : '';
  return `${page.url}: ${counted(page.links, 'link')} appeared only after clicking or scrolling${all}`;
}

function brokenLine(store: Store): string | undefined {
  const broken = brokenLink(store);
  if (!broken) return undefined;
  const { url, reason, pages, on } = broken;
  return `${url}: broken (${failureText(reason)}), linked on ${pages === 1 ? on : `${counted(pages, 'page')}, such as ${on}`}`;
}

function trapLine(store: Store): string | undefined {
  const trap = largestTrap(store);
  return trap && `${trap.pattern} in ${trap.site}: a trap, ${counted(trap.links, 'link')} skipped`;
}

function richestLine(store: Store): string | undefined {
  const page = richestPage(store);
  return page && `${page.url}: ${counted(page.links, 'external link')} first found there, more than on any other page`;
}
