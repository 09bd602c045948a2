/**
 * Runs in a page: whether an address is a script, as browsers read it: blanks before it and tabs and ends of lines in it are
 * left out (URL standard, 4.4). It is sent into browsers as it stands, so it uses nothing from outside.
 */
export function isScriptAddress(address: string): boolean {
  return /^\s*javascript:/i.test(address.replace(/[\t\n\r]/g, ''));
}
