import type { LinkCheck, Verdict } from '../domain/link-check.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days until a working link is checked again: spread over this range, so that each run checks some of them. */
const THERE: readonly [least: number, most: number] = [21, 30];
/** Days until an unsure link is checked again. */
const UNSURE_DAYS = 7;
/** Failed tries that make a link dead, and milliseconds between two tries at least. */
const DEAD_TRIES = 2;
const BETWEEN_TRIES = 6 * HOUR;
/** Days between two checks of a dead link at most; before, the interval doubles: 2, 4, 8 … days. */
const MOST_DEAD_DAYS = 30;

interface Times {
  /** Time of the check, in milliseconds since the epoch. */
  readonly at: number;
  /** True if one failed try makes a link dead. */
  readonly once: boolean;
  /** Position of the link within `THERE`, in [0, 1). */
  readonly spread: number;
}

/** Returns a link's new check from the previous one and the server's answer (undefined: the page is unchanged). */
export function nextCheck(
  url: string,
  known: LinkCheck | undefined,
  verdict: Verdict | undefined,
  times: Times,
): LinkCheck {
  const { at, once, spread } = times;
  if (!verdict) {
    if (!known) throw new Error(`${url} was never checked`);
    return { ...known, checkedAt: at, nextAt: at + daysBetween(spread) };
  }
  if (verdict.state !== 'dead') {
    const since = known?.state === verdict.state ? known.since : at;
    const nextAt = at + (verdict.state === 'unsure' ? UNSURE_DAYS * DAY : daysBetween(spread));
    return { ...verdict, url, checkedAt: at, nextAt, since, deadAt: null, tries: 0 };
  }
  const failed = known?.state === 'dead' || known?.state === 'failing' ? known : undefined;
  const isAnotherDay = failed === undefined || at >= nextDay(failed.checkedAt);
  const tries = (failed?.tries ?? 0) + (isAnotherDay ? 1 : 0);
  const isDead = once || tries >= DEAD_TRIES || failed?.state === 'dead';
  const nextAt = isDead ? at + Math.min(2 ** tries, MOST_DEAD_DAYS) * DAY : nextDay(at);
  const state = isDead ? 'dead' : 'failing';
  return {
    ...verdict,
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

/** Returns the start of the next day in UTC, at least `BETWEEN_TRIES` later. */
const nextDay = (at: number): number => Math.max(DAY * (Math.floor(at / DAY) + 1), at + BETWEEN_TRIES);
