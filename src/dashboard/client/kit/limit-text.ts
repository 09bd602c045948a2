export const MINUTE = 60_000;

/** A limit as it is typed, in a unit of its own; empty: there is none. */
export const textOf = (limit: number | null, unit = 1): string =>
  limit === null ? '' : String(Math.round((100 * limit) / unit) / 100);

/** What was typed as a limit; null: none. */
export const limitOf = (text: string, unit = 1): number | null =>
  text.trim() === '' ? null : Math.round(Number(text) * unit);

/** The lines that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
