import { domainToASCII } from 'node:url';

/** A host name as addresses have it, in small letters and ASCII: `Bücher.test` is `xn--bcher-kva.test`. */
export const hostName = (text: string): string => domainToASCII(text) || text.toLowerCase();
