import type { Validators } from '../../domain/validators.ts';
export declare const isPageType: (type: string) => boolean;
/** Whether it is a proper type, and none of a page. */
export declare const isOtherType: (type: string) => boolean;
/** The type of a Content-Type header, without its parameters, in lower case. */
export declare const typeOf: (contentType: string) => string;
/** @param host as `bareHost` has it @throws HostBusy, RetryVisit or GiveUpVisit if it answered with an error */
export declare function accepted(host: string, status: number, headers: Headers, now: () => number): number;
/**
 * How long a server asks us to wait by its `Retry-After` header, in milliseconds; undefined where it does not say
 * (RFC 9110, §10.2.3: seconds or a date).
 */
export declare function retryAfter(headers: Headers, now: number): number | undefined;
/** By lower-case names; several of one name as a list, or with commas between. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;
/** A header's value, those of several with commas between; empty where there is none. */
export declare const headerOf: (headers: Headers, name: string) => string;
/** What a server says to ask again with; undefined where it says nothing. */
export declare function validatorsOf(headers: Headers): Validators | undefined;
