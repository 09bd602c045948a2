import { hasRoute } from '../../url/normalise.js';
/** Whether an address has a route for its fragment, in an application that takes any for one; see fragment-routes.ts. */
export const isAnyRoute = (url) => hasRoute(url) || /^#(?!top$|:~:)./is.test(url.hash);
//# sourceMappingURL=is-any-route.js.map