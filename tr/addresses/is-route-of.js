import { parseUrl } from '../../url/parse.js';
/** Whether an address that scripts have set is what a link says: parameters may be added, as for an order that is the usual one. */
export function isRouteOf(address, link) {
    const [shown, said] = [address, link].map((url) => parseUrl(url));
    if (!shown || !said)
        return false;
    const isSamePlace = shown.origin === said.origin && pathOf(shown) === pathOf(said);
    return (isSamePlace && [...said.searchParams].every(([name, value]) => shown.searchParams.getAll(name).includes(value)));
}
/** The path of an address, that of its route included. */
const pathOf = ({ pathname, hash }) => [pathname, hash.replace(/\?.*/s, '')].map((path) => path.replace(/\/+$/, '')).join('');
//# sourceMappingURL=is-route-of.js.map