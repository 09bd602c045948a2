import type { z } from 'zod';
import type { Topic } from './topic.ts';

/**
 * Requirements of a member that some crawls or recorded webs lack, such as a budget of pages, a topic, or the pages'
 * visible text. `one-worker`: the member must see every page of the crawl.
 */
export type Need = 'page-limit' | 'topic' | 'page-text' | 'tag-paths' | 'contexts' | 'one-worker';

/** Arguments for making a member, in addition to its parameters. */
export interface Tools {
  /**
   * Random seed. Members draw from `createRandom` with a key of the seed and the decision's subject, never from a
   * stream. So a stopped crawl continues with the same decisions.
   */
  readonly seed: number;
  /** True if heavy work may run in other threads. The results are the same. */
  readonly inThreads?: boolean;
  /** Topic of the crawl, if the user gave one. */
  readonly topic?: Topic | undefined;
  /** Maximum number of waiting links in memory; undefined: no limit but the available memory. */
  readonly remembered?: number;
  /** Name of the crawl's reward; undefined if the reward of the member's strategy is unknown. */
  readonly reward?: string;
}

/** Registered reward, site rule, link order or revisit rule: a name, parameters, and a factory for one crawl. */
export interface Maker<Member, P extends z.ZodObject = z.ZodObject, T extends readonly unknown[] = [Tools]> {
  readonly name: string;
  /** Summary in a few words, for `--help`. */
  readonly summary: string;
  /** Publication that proposed the member: author, year, title or section. */
  readonly source?: string;
  readonly params: P;
  /** Values that `lab advise` tries in addition to the defaults. */
  readonly trials?: readonly Partial<z.infer<P>>[];
  readonly needs?: readonly Need[];
  /** True if the decisions depend on the budget of pages. Others decide alike with a larger budget. */
  readonly plansWithLimit?: boolean;
  make(params: z.infer<P>, ...tools: T): Member;
}

/** Binds the type of `make` to the type of `params`, for members of one kind. */
export const makerOf =
  <Member, T extends readonly unknown[] = [Tools]>() =>
  <P extends z.ZodObject>(maker: Maker<Member, P, T>): Maker<Member, z.ZodObject, T> => ({
    ...maker,
    make: (params, ...tools) => maker.make(maker.params.parse(params), ...tools),
  });
