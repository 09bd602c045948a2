import type { LinkId } from './link.ts';

/** What one step of a crawl that goes step by step began with. */
export interface CrawlStep {
  /** Visits before it that were learned from. */
  readonly visits: number;
  /** Pages known, visited or found. */
  readonly known: number;
  /** Pages in the index. */
  readonly indexed: number;
  /** Links that it follows. */
  readonly links: number;
  /** Whether the best hubs had no links left, so that others are followed. */
  readonly isComplete: boolean;
  /** Pages that joined the index, the best first. */
  readonly authorities: readonly LinkId[];
  /** Pages whose links it follows, the best first. */
  readonly hubs: readonly LinkId[];
}
