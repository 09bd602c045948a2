import { z } from 'zod';
import { hasRoute } from '../../url/normalise.js';
import { parseUrl } from '../../url/parse.js';
import { isAnyRoute } from '../addresses/is-any-route.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { windowHears } from './listeners.js';
import { pageFunction } from './page-functions.js';
const UNNAMED_IN_PAGE = pageFunction(unnamedFragments.toString());
const fragments = z.array(z.string());
/** Says to what runs in the page that all fragments that name no element are routes. */
const TELL_PAGE = "Reflect.set(globalThis, Symbol.for('routed'), true)";
/** What a fragment looks like that an application without a slash before its routes sets (`#home`, `#people/1`) … */
const WORDS = /^#[\w.~%-]+(?:\/[\w.~%-]*)*(?:\?.*)?$/s;
/** … and one that hardly is the name of an element. */
const PATH = /^[\w.~%-]+(?:\/[\w.~%-]+)+\/?(?:\?.*)?$/s;
/**
 * Whether a page's application takes fragments for routes that do not begin as routes do (`#people/1`): its window hears
 * when the fragment changes, and it shows one that names no element, set by its scripts or asked for as another page's
 * route, or links to one of several parts.
 */
export async function takesAnyFragment(tab, { address, frames, hasScripts, isAnchored }) {
    const [main] = frames;
    const now = parseUrl(address);
    if (!hasScripts || !main || !now || hasRoute(now))
        return false;
    const isShown = !isAnchored && WORDS.test(now.hash) && (await unnamed(main, [now.hash.slice(1)])).length > 0;
    if (!isShown && !(await unnamed(main)).some((fragment) => PATH.test(fragment)))
        return false;
    if (!(await tab.ask(windowHears(tab.cdp, ['hashchange', 'popstate']))))
        return false;
    await main.ask(TELL_PAGE);
    return true;
}
/** The route that a page shows, if it has one that its loaded address does not tell; see `CapturedPage.route`. */
export function routeShown(loaded, { address, isAnchored }, takesAny) {
    const now = parseUrl(address);
    if (!now || withoutFragment(now.href) !== withoutFragment(loaded))
        return undefined;
    if (hasRoute(now))
        return now.href === loaded ? undefined : now.href;
    return takesAny && !isAnchored && isAnyRoute(now) ? now.href : undefined;
}
/** Marks the links of an application that takes any fragment for a route which lead to its routes. */
export async function withRoutes(main, address, links) {
    const page = withoutFragment(address);
    const fragmentOf = ({ url, role }) => {
        const parsed = role === 'link' && url?.includes('#') ? parseUrl(url) : undefined;
        const isRoute = parsed && isAnyRoute(parsed) && !hasRoute(parsed) && withoutFragment(parsed.href) === page;
        return isRoute ? parsed.hash.slice(1) : undefined;
    };
    const routes = new Set(await unnamed(main, [...new Set(links.flatMap((link) => fragmentOf(link) ?? []))]));
    return links.map((link) => (routes.has(fragmentOf(link) ?? '') ? { ...link, isRoute: true } : link));
}
const unnamed = async (main, asked) => await main.call(UNNAMED_IN_PAGE, asked ? [asked] : [], [], fragments);
/** Runs in the page: which of some fragments name no element; without any, of those of its links that have several parts. */
function unnamedFragments(asked) {
    const most = 1000;
    const here = Reflect.get(Document.prototype, 'URL', document).replace(/#.*/s, '');
    const all = (selector) => Array.from(Document.prototype.querySelectorAll.call(document, selector));
    const linked = () => all('a[href*="#"], area[href*="#"]').flatMap((link) => {
        const [page, fragment = ''] = String(Reflect.get(link, 'href')).split('#');
        return page === here && /.\//s.test(fragment) ? [fragment] : [];
    });
    const decoded = (fragment) => {
        try {
            return decodeURIComponent(fragment);
        }
        catch {
            return fragment;
        }
    };
    const isNamed = (name) => Document.prototype.getElementById.call(document, name) !== null ||
        Document.prototype.getElementsByName.call(document, name).length > 0;
    const isPlace = (fragment) => isNamed(fragment) || isNamed(decoded(fragment));
    return [...new Set(asked ?? linked())].filter((fragment) => !isPlace(fragment)).slice(0, most);
}
//# sourceMappingURL=fragment-routes.js.map