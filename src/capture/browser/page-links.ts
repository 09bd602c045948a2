import { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';
import { hasRoute } from '../../url/normalise.ts';
import { parseUrl, withoutFragment } from '../../url/parse.ts';
import { isAnyRoute } from '../addresses/app-routes.ts';
import type { IdlePage } from './clock/idle.ts';
import type { FrameDocument } from './document.ts';
import { windowHears } from './listeners.ts';
import { pageFunction } from './page-functions.ts';
import type { Tab } from './tab.ts';

const UNNAMED_IN_PAGE = pageFunction('unnamedFragments');
const LINKED_IN_PAGE = pageFunction('linkedFragments');
const fragments = z.array(z.string());
/** Result of `linkedFragments`. */
const linked = z.object({ all: fragments, inMenus: fragments, areMost: z.boolean() });

/** Tells our functions in the page that fragments that name no element are routes. */
const TAKE_ANY_FRAGMENT = `${pageFunction('takeAnyFragment')}()`;

/** Fragments that may be routes without a leading slash (`#home`, `#people/1`). */
const WORDS = /^#[\w.~%-]+(?:\/[\w.~%-]*)*(?:\?.*)?$/s;
/** Fragments that are unlikely names of elements. */
const PATH = /^[\w.~%-]+(?:\/[\w.~%-]+)+\/?(?:\?.*)?$/s;
/**
 * Number of links to fragments without an element that make a menu of routes, if the window hears `hashchange`. Counted
 * in navigation, or anywhere on a page with no more links to other pages of its host; elsewhere they may be tabs.
 */
const MENU = 3;
const WAYS = 'nav, header, menu, [role=navigation], [role=banner], [class*=nav i], [id*=nav i], [id*=menu i]';

const NOTHING_LINKED: z.infer<typeof linked> = { all: [], inMenus: [], areMost: false };

/**
 * Tells whether an application treats fragments like `#people/1` as routes: its window observes the fragment, and the
 * page shows such a fragment without an element, or has links to a path or a menu of words.
 */
export async function takesAnyFragment(
  tab: Tab,
  { address, frames, hasScripts, isAnchored }: IdlePage,
): Promise<boolean> {
  const [main] = frames;
  const now = parseUrl(address);
  if (!hasScripts || !main || !now || hasRoute(now)) return false;
  const isShown = !isAnchored && WORDS.test(now.hash) && (await unnamed(main, [now.hash.slice(1)])).length > 0;
  const { all, inMenus, areMost } = isShown ? NOTHING_LINKED : await main.call(LINKED_IN_PAGE, [WAYS], [], linked);
  const isLinked = all.some((fragment) => PATH.test(fragment));
  const isMenuOf = (found: readonly string[]) => found.filter((one) => WORDS.test(`#${one}`)).length >= MENU;
  const isMenu = isMenuOf(inMenus) || (areMost && isMenuOf(all));
  if (!isShown && !isLinked && !isMenu) return false;
  const events = isShown || isLinked ? ['hashchange', 'popstate'] : ['hashchange'];
  if (!(await tab.ask(windowHears(tab.cdp, events)))) return false;
  await main.ask(TAKE_ANY_FRAGMENT);
  return true;
}

/** Notifies a page of a changed fragment; true if the page then drew something. */
const SEND_HASH_CHANGE = `${pageFunction('sendHashChange')}()`;

/** Tells whether a page draws its route only now: some applications draw on a change of the fragment, not on load. */
export async function drawsOnChange({ address, frames, hasScripts, isAnchored }: IdlePage): Promise<boolean> {
  const [main] = frames;
  const now = parseUrl(address);
  const isRoute = now !== undefined && !isAnchored && (hasRoute(now) || WORDS.test(now.hash));
  return hasScripts && isRoute && main !== undefined && (await main.ask(SEND_HASH_CHANGE));
}

/** Returns the shown route, if it differs from the loaded address; see `CapturedPage.route`. */
export function routeShown(loaded: string, { address, isAnchored }: IdlePage, takesAny: boolean): string | undefined {
  const now = parseUrl(address);
  if (!now || withoutFragment(now.href) !== withoutFragment(loaded)) return undefined;
  if (hasRoute(now)) return now.href === loaded ? undefined : now.href;
  return takesAny && !isAnchored && isAnyRoute(now) ? now.href : undefined;
}

/** Marks the links to routes of an application that takes any fragment for a route. */
export async function withRoutes(main: FrameDocument, address: string, links: readonly FoundLink[]) {
  const page = withoutFragment(address);
  const fragmentOf = ({ url, role }: FoundLink): string | undefined => {
    const parsed = role === 'link' && url?.includes('#') ? parseUrl(url) : undefined;
    const isRoute = parsed && isAnyRoute(parsed) && !hasRoute(parsed) && withoutFragment(parsed.href) === page;
    return isRoute ? parsed.hash.slice(1) : undefined;
  };
  const routes = new Set(await unnamed(main, [...new Set(links.flatMap((link) => fragmentOf(link) ?? []))]));
  return links.map((link) => (routes.has(fragmentOf(link) ?? '') ? { ...link, isRoute: true as const } : link));
}

const unnamed = async (main: FrameDocument, asked: readonly string[]): Promise<readonly string[]> =>
  await main.call(UNNAMED_IN_PAGE, [asked], [], fragments);

const LINKS_IN_PAGE = pageFunction('linksByView');

const byView = z.object({ hidden: z.array(z.number()), shown: z.array(z.number()) });

/** Returns the addresses that a page has hidden links to, as in views that applications keep, and shown links to. */
export async function linksByView(
  frames: readonly FrameDocument[],
  addresses: readonly string[],
): Promise<{ readonly hidden: ReadonlySet<string>; readonly shown: ReadonlySet<string> }> {
  const [hidden, shown] = [new Set<string>(), new Set<string>()];
  for (const frame of addresses.length > 0 ? frames : []) {
    const seen = await frame.call(LINKS_IN_PAGE, [addresses], [], byView).catch(() => undefined);
    for (const at of seen?.hidden ?? []) hidden.add(addresses[at] ?? '');
    for (const at of seen?.shown ?? []) shown.add(addresses[at] ?? '');
  }
  return { hidden, shown };
}
