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

/** A label in quotation marks, as Pajek and UCINET read it: neither can have one inside, nor a line break. */
export const quotedLabel = (label: string): string =>
  `"${label
    .replaceAll('"', "'")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')}"`;
