/** Text of a page as a terminal may show it: white space folded, without what steers the terminal or turns its text round. */
export const printable = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim();
