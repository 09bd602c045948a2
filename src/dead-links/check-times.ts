import type { LinkCheck, Verdict } from '../domain/link-check.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days after which a link is asked again that was there: between these, so that some are each night. */
const THERE: readonly [least: number, most: number] = [21, 30];
/** The same of one that its server would not tell of. */
const UNSURE_DAYS = 7;
/** Tries that make a dead link, and how far they lie apart at least. */
const DEAD_TRIES = 2;
const BETWEEN_TRIES = 6 * HOUR;
/** A dead link is asked for after 2, 4, 8 … days, and after no more than these. */
const MOST_DEAD_DAYS = 30;

interface Times {
  /** When it was checked, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether one try makes a dead link. */
  readonly once: boolean;
  /** In [0, 1), the link's own. */
  readonly spread: number;
}

/** A link's check from the one before and what its server said now; undefined: that all is as it was. */
export function nextCheck(
  url: string,
  known: LinkCheck | undefined,
  told: Verdict | undefined,
  times: Times,
): LinkCheck {
  const { at, once, spread } = times;
  if (!told) {
    if (!known) throw new Error(`${url} was never checked`);
    return { ...known, checkedAt: at, nextAt: at + daysBetween(spread) };
  }
  if (told.state !== 'dead') {
    const since = known?.state === told.state ? known.since : at;
    const nextAt = at + (told.state === 'unsure' ? UNSURE_DAYS * DAY : daysBetween(spread));
    return { ...told, url, checkedAt: at, nextAt, since, deadAt: null, tries: 0 };
  }
  const failed = known?.state === 'dead' || known?.state === 'failing' ? known : undefined;
  const isAnotherDay = failed === undefined || at >= nextDay(failed.checkedAt);
  const tries = (failed?.tries ?? 0) + (isAnotherDay ? 1 : 0);
  const isDead = once || tries >= DEAD_TRIES || failed?.state === 'dead';
  const nextAt = isDead ? at + Math.min(2 ** tries, MOST_DEAD_DAYS) * DAY : nextDay(at);
  const state = isDead ? 'dead' : 'failing';
  return {
    ...told,
    url,
    state,
    checkedAt: at,
    nextAt,
    since: failed?.since ?? at,
    deadAt: isDead ? (failed?.deadAt ?? at) : null,
    tries,
  };
}

const daysBetween = (spread: number): number => DAY * (THERE[0] + spread * (THERE[1] - THERE[0]));

/** The next day of the calendar, in UTC; some hours later near its end. */
const nextDay = (at: number): number => Math.max(DAY * (Math.floor(at / DAY) + 1), at + BETWEEN_TRIES);
