import { escapeHtml } from '../domain/html.ts';

/** Escapes text for attributes and text nodes of XML 1.0; invalid characters become U+FFFD. */
export const xmlText = (text: string | number): string =>
  escapeHtml(String(text).replaceAll(/[^\P{Cc}\t\n\r]|[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd'))
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;');
