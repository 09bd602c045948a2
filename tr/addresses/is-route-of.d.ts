/** Whether an address that scripts have set is what a link says: parameters may be added, as for an order that is the usual one. */
export declare function isRouteOf(address: string, link: string): boolean;
