import type { LinkStatus } from '../../domain/link.ts';

/** What is sent: patterns as `--include` and `--exclude` have them, and addresses to try. */
export interface PatternsAsked {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly tried: readonly string[];
}

/** What patterns match among the internal links that are known, start pages left out: these are visited in any case. */
export interface PatternsAnswer {
  readonly patterns: readonly PatternCount[];
  readonly sites: readonly PatternSite[];
  readonly total: PatternSums;
  /** The first links that would be left out, waiting ones before visited ones … */
  readonly out: readonly PatternLink[];
  /** … and the first that are left out now and would be let in. */
  readonly in: readonly PatternLink[];
  readonly tried: readonly { readonly url: string; readonly isAdmitted: boolean }[];
}

/** Links that a pattern by itself matches. */
export interface PatternCount {
  readonly pattern: string;
  readonly use: 'include' | 'exclude';
  readonly waiting: number;
  readonly visited: number;
  readonly other: number;
}

interface PatternSums {
  readonly links: number;
  /** Links that would be left out: those that wait … */
  readonly waitingOut: number;
  /** … and those that were visited. */
  readonly visitedOut: number;
  /** Links that are left out now and would be let in. */
  readonly letIn: number;
}

export interface PatternSite extends PatternSums {
  readonly site: string;
}

export interface PatternLink {
  readonly url: string;
  readonly site: string;
  readonly status: LinkStatus;
}
