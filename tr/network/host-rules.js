import { BadInput } from '../../domain/errors.js';
/** @throws BadInput naming the rule that is not understood */
export function parseHostRules(text) {
    const maps = [];
    const excludes = [];
    for (const rule of text.split(',').map((part) => part.trim())) {
        if (rule === '')
            continue;
        const [verb, pattern, replacement, ...rest] = rule.split(/\s+/);
        const action = verb?.toUpperCase();
        if (action === 'MAP' && pattern && replacement && rest.length === 0) {
            maps.push({ matches: matcher(pattern), to: split(replacement) });
        }
        else if (action === 'EXCLUDE' && pattern && replacement === undefined)
            excludes.push(matcher(pattern));
        else
            throw new BadInput(`--host-rules: can't read "${rule}"; write "MAP pattern host[:port]" or "EXCLUDE pattern"`);
    }
    return {
        text,
        resolve(hostname, port) {
            if (excludes.some((matches) => matches(hostname, port)))
                return undefined;
            return maps.find(({ matches }) => matches(hostname, port))?.to;
        },
    };
}
function matcher(pattern) {
    const { host, port } = split(pattern);
    const glob = host
        .toLowerCase()
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.');
    const regex = new RegExp(`^${glob}$`);
    return (candidate, candidatePort) => regex.test(candidate.toLowerCase()) && (port === '' || port === candidatePort);
}
function split(hostAndPort) {
    const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(hostAndPort);
    if (!parts?.[1])
        throw new BadInput(`--host-rules: "${hostAndPort}" is no host with an optional port`);
    return { host: parts[1], port: parts[2] ?? '' };
}
/** The port that a request to this address goes to. */
export const portOf = ({ port, protocol }) => Number(port) || (/^(https|wss):$/.test(protocol) ? 443 : 80);
/** Whether requests to this address stay on this machine, the host rules applied. */
export function isLoopback(url, rules) {
    const host = rules.resolve(url.hostname, String(portOf(url)))?.host ?? url.hostname;
    return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
//# sourceMappingURL=host-rules.js.map