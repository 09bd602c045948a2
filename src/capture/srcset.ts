/** The addresses of an attribute `srcset` (HTML, §4.8.4.2.1): those of candidates may have commas, but not at their ends. */
export function srcsetAddresses(text: string): string[] {
  const addresses: string[] = [];
  const candidate = /[\s,]*(\S+)/y;
  // A descriptor may have commas within parentheses.
  const descriptors = /(?:[^,(]|\([^)]*\)?)*(?:,|$)/y;
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const [, written = ''] = match;
    const address = written.replace(/,+$/, '');
    if (address !== '') addresses.push(address);
    if (address !== written) continue;
    descriptors.lastIndex = candidate.lastIndex;
    descriptors.exec(text);
    candidate.lastIndex = descriptors.lastIndex;
  }
  return addresses;
}
