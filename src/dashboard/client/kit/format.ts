const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const shortTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const DAY = 86_400_000;

/** Formats a whole number: `12,430`. */
export const count = (value: number): string => whole.format(value);

/** Formats a number: `1.31`, `0.0042`, whole numbers in full; `–` for null. */
export const figure = (value: number | null): string =>
  value === null ? '–' : (Number.isInteger(value) ? whole : short).format(value);

export { counted } from '../../../domain/wording.ts';

/** Returns the status of a site in words that also fit when no crawl runs. */
export const siteStatus = (status: string): string => (status === 'crawling' ? 'started' : status);

/** Formats milliseconds: `0:07`, `12:34`, `1:02:03`, `3 d 4 h`. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Formats a time of day: `14:20:07`. */
export const time = (at: number): string => clockTime.format(at);

/** Formats a time in the near future: `14:20`, or with its day. */
export const moment = (at: number, now: number): string => (at - now < DAY / 2 ? shortTime : dayAndTime).format(at);

/** Formats a date and time: `23 Nov 2026, 14:20`. */
export const date = (at: number): string => dayAndTime.format(at);
