/** The addresses of an attribute `srcset` (HTML, §4.8.4.2.1): those of candidates may have commas, but not at their ends. */
export function srcsetAddresses(text) {
    const addresses = [];
    const candidate = /([^\s,]\S*)\s*/g;
    // A descriptor may have commas within parentheses.
    const descriptor = /[^,(]+|\([^)]*\)?/y;
    for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
        const [, written = ''] = match;
        const address = written.replace(/(?<!,),+$/, '');
        addresses.push(address);
        if (address !== written)
            continue;
        let end = candidate.lastIndex;
        for (descriptor.lastIndex = end; descriptor.test(text);)
            end = descriptor.lastIndex;
        candidate.lastIndex = end;
    }
    return addresses;
}
//# sourceMappingURL=srcset.js.map