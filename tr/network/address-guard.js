import ipaddr from 'ipaddr.js';
export const guardAddresses = (hostRules) => ({
    refusal(host, port, ip = bare(host)) {
        if (hostRules.resolve(host, String(port)) || !(isPrivateName(host) || isPrivate(ip)))
            return undefined;
        const shown = host.includes(':') ? `[${bare(host)}]` : host;
        const place = port === 80 || port === 443 ? shown : `${shown}:${port}`;
        return `${place} is a private address${ip === bare(host) ? '' : ` (${ip})`}: --allow-private allows it`;
    },
});
/** A name that always stands for this machine. */
export const isPrivateName = (host) => /^(.*\.)?localhost\.?$/i.test(host);
/** Whether an address belongs to a special range, one of IPv4 written as IPv6 too; a name does not. */
export function isPrivate(ip) {
    const plain = ip.replace(/%.*$/, '');
    if (!ipaddr.isValid(plain))
        return false;
    const address = ipaddr.process(plain);
    return address.range() !== 'unicast' || (address.kind() === 'ipv6' && address.match(IPV4_COMPATIBLE));
}
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');
/** An address of IPv6 without its brackets. */
export const bare = (host) => host.replace(/^\[|\]$/g, '');
//# sourceMappingURL=address-guard.js.map