import { RefusedVisit } from '../../domain/errors.js';
/** What is wrong with a certificate, by the codes of Chromium and OpenSSL, which Node has. */
const FAULTS = [
    [
        'unknown authority',
        /ERR_CERT_AUTHORITY_INVALID|SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED|INVALID_CA/,
    ],
    ['out of date', /ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/],
    ['of another host', /ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/],
    ['revoked', /CERT_REVOKED/],
];
/** What is wrong with a server's certificate, in a few words; undefined for errors of other kinds. */
export function certificateFault(code) {
    const [known] = FAULTS.find(([, codes]) => codes.test(code)) ?? [];
    const other = /ERR_CERT(?:IFICATE)?_([A-Z_]+)|\bCERT_([A-Z_]+)/.exec(code);
    return known ?? (other?.[1] ?? other?.[2])?.toLowerCase().replaceAll('_', ' ');
}
/** As a page that was read all the same has it among its limits. */
export const notValid = (fault) => `certificate not valid: ${fault}`;
/** As it is told where certificates are checked. */
export const refusedCertificate = (fault) => new RefusedVisit(`${notValid(fault)}; with a session only --insecure reads it`);
//# sourceMappingURL=certificate-fault.js.map