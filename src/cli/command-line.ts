/** The command as it was typed, for a report. */
export const commandLine = (): string =>
  ['forager', ...process.argv.slice(2)].map((word) => (/^[\w./:,=+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
