/** Types of attributes, as GEXF and GraphML name them. */
export const XML_TYPES = { text: 'string', integer: 'long', number: 'double' } as const;

/** Text as an attribute or a text node of XML 1.0 has it: what it forbids becomes U+FFFD. */
export const xmlText = (text: string | number): string =>
  String(text)
    .replaceAll(/[^\P{Cc}\t\n\r]|[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;');

/** Labels as a format can have them, told apart by a number where two become the same. */
export function distinctLabels(labels: readonly string[], allowed: (label: string) => string): readonly string[] {
  const known = new Set<string>();
  return labels.map((label) => {
    const text = allowed(label.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
    let own = text;
    for (let copy = 2; known.has(own); copy++) own = `${text}_${copy}`;
    known.add(own);
    return own;
  });
}
