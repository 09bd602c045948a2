import type { Outcome } from '../../domain/visit.ts';
import type { LoggedEvent } from '../../storage/reports/figures.ts';

/** A run. Times are milliseconds since the epoch. */
export interface RunLine {
  readonly id: number;
  readonly startedAt: number;
  /** Null while it goes on, or if it was killed. */
  readonly endedAt: number | null;
  readonly milliseconds: number;
  readonly stopped: string | null;
  /** The night that it served; null for a crawl. */
  readonly night: number | null;
}

export interface LogAnswer {
  /** The last first. */
  readonly runs: readonly RunLine[];
  /** The last first. */
  readonly events: readonly LoggedEvent[];
}

export interface RunAnswer {
  /** The options that its command was given, and those that it went on with, as text. */
  readonly asked: readonly (readonly [name: string, value: string])[];
  /** All that it ran with, as JSON. */
  readonly config: string;
  readonly outcomes: readonly {
    readonly outcome: Outcome;
    readonly why: string;
    readonly visits: number;
    readonly internal: number;
    readonly external: number;
    readonly milliseconds: number;
  }[];
}
