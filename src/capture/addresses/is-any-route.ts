import { hasRoute } from '../../url/normalise.ts';

/** Whether an address has a route for its fragment, in an application that takes any for one; see browser/page-links.ts. */
export const isAnyRoute = (url: URL): boolean => hasRoute(url) || /^#(?!top$|:~:)./is.test(url.hash);
