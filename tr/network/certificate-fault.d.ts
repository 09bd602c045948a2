import { RefusedVisit } from '../../domain/errors.ts';
/** What is wrong with a server's certificate, in a few words; undefined for errors of other kinds. */
export declare function certificateFault(code: string): string | undefined;
/** As a page that was read all the same has it among its limits. */
export declare const notValid: (fault: string) => string;
/** As it is told where certificates are checked. */
export declare const refusedCertificate: (fault: string) => RefusedVisit;
