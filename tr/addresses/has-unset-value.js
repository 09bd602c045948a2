import { hasRoute } from '../../url/normalise.js';
import { parseUrl } from '../../url/parse.js';
/** What scripts write where a value is missing. */
const UNSET = new Set(['undefined', 'null', 'NaN', '[object Object]']);
const decoded = (text) => {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
};
const endsUnset = (path) => UNSET.has(decoded(path.replace(/\/+$/, '').replace(/^.*\//s, '')));
/** Whether an address was put together without a value: its last path segment, or a parameter as a whole, is none. */
export function hasUnsetValue(address, isRoute = hasRoute) {
    const url = parseUrl(address);
    if (!url)
        return false;
    const isUnsetRoute = isRoute(url) && endsUnset(url.hash.slice(1).replace(/\?.*/s, ''));
    return endsUnset(url.pathname) || isUnsetRoute || [...url.searchParams.values()].some((value) => UNSET.has(value));
}
//# sourceMappingURL=has-unset-value.js.map