/**
 * Resolves addresses as a browser does in a document.
 *
 * @param named the document's base; undefined where its `base` element names none that is an address: then only absolute
 * addresses lead anywhere
 * @param name the document's encoding: letters outside ASCII in a query are sent in it
 */
export declare function addressResolver(named: string | undefined, name: string): (raw: string) => string | undefined;
