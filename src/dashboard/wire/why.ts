import type { LinkStatus } from '../../domain/link.ts';

/** Why an address was visited, or why not. */
export interface WhyAnswer {
  /** As it was understood. */
  readonly url: string;
  /** Of each site that has a link to it. */
  readonly links: readonly WhyLink[];
  /** Where no page links to it: what is known of that, a sentence each. */
  readonly never: readonly string[];
}

interface WhyLink {
  readonly url: string;
  readonly site: string;
  readonly kind: 'internal' | 'external';
  readonly status: LinkStatus | null;
  readonly verdict: 'visited' | 'waiting' | 'never';
  /** Sentences. */
  readonly lines: readonly string[];
  readonly sourceUrl: string | null;
  /** Of a waiting link: the sites in the order in which they would be picked now. */
  readonly sites: readonly {
    readonly site: string;
    readonly score: number | null;
    readonly pulls: number;
    readonly reward: number;
  }[];
}
