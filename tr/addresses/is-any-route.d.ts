/** Whether an address has a route for its fragment, in an application that takes any for one; see fragment-routes.ts. */
export declare const isAnyRoute: (url: URL) => boolean;
