/** Where a host name leads: another host, with another port where one is given. */
interface Replacement {
    readonly host: string;
    readonly port: string;
}
/** Host rules in Chromium's syntax: `MAP *.edu.test 127.0.0.1:8088, EXCLUDE www.edu.test`. Every client of ours obeys them. */
export interface HostRules {
    /** As Chromium takes them. */
    readonly text: string;
    /** The host and port to connect to; undefined where no rule applies, `~NOTFOUND` as host where the name must fail. */
    resolve(hostname: string, port: string): Replacement | undefined;
}
/** @throws BadInput naming the rule that is not understood */
export declare function parseHostRules(text: string): HostRules;
/** The port that a request to this address goes to. */
export declare const portOf: ({ port, protocol }: Pick<URL, 'port' | 'protocol'>) => number;
/** Whether requests to this address stay on this machine, the host rules applied. */
export declare function isLoopback(url: URL, rules: HostRules): boolean;
export {};
