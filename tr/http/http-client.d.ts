import { type DialerOptions } from '../network/dialer.ts';
export interface HttpClientOptions extends DialerOptions {
    /** Milliseconds since the epoch. */
    readonly now: () => number;
    /** Servers whose certificates are not valid are not asked; otherwise answers say what is wrong. */
    readonly checksCertificates?: boolean | undefined;
    /** Address of a proxy, with name and password where it wants them. */
    readonly proxy?: string | undefined;
}
export interface Asked {
    /** Absolute http(s) address; its fragment is not sent. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Bytes of the body to keep, decompressed; 32 MiB unless given. */
    readonly maxBytes?: number;
    /** Milliseconds for the answer to begin. */
    readonly answerWithin?: number;
    /** Milliseconds for its body to come; what has come then is kept. */
    readonly bodyWithin?: number;
    /** Told when the request is sent, once there is a connection. */
    readonly onSent?: () => void;
}
/** A server's answer to one request: redirects are not followed. */
export interface HttpAnswer {
    readonly url: string;
    readonly status: number;
    /** By lower-case names. */
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    /** Decompressed; of a redirect no more than its beginning. */
    readonly body: Uint8Array;
    /** Whether the body broke off, was damaged, too long or too slow: it is what came before. */
    readonly isCutOff: boolean;
    /** Whether it is cut off because its time was over. */
    readonly isLate: boolean;
    /** What is wrong with the server's certificate. */
    readonly certificateFault?: string | undefined;
    /** When the request was sent, once there was a connection, in milliseconds since the epoch. */
    readonly askedAt: number;
}
/** Bytes of a body that are kept, decompressed. */
export declare const MOST_BODY: number;
/** Asks servers: host rules apply, connections are kept. */
export declare class HttpClient {
    #private;
    constructor(options: HttpClientOptions);
    /**
     * Asks for one address, and follows no redirect.
     *
     * @throws RetryVisit or GiveUpVisit, in the words of Chromium, if no answer begins; RefusedVisit if the guard forbids it
     */
    fetch(asked: Asked): Promise<HttpAnswer>;
    /** Ends what runs; requests in flight fail. */
    close(): Promise<void>;
}
