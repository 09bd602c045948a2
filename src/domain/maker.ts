import type { z } from 'zod';
import type { Topic } from './topic.ts';

/**
 * What a member may need that not every crawl has: a budget of pages to divide, a topic; and what not every recorded web
 * has: the whole visible text of its pages, where its links stand in them, and the text around these. `one-worker`: to see
 * every page of the crawl.
 */
export type Need = 'page-limit' | 'topic' | 'page-text' | 'tag-paths' | 'contexts' | 'one-worker';

/** What a member is made with beside its parameters. */
export interface Tools {
  /**
   * The random seed. A member draws from `createRandom` with a key of this and of what it decides on, never from a stream:
   * so a crawl that was stopped goes on as if it had not.
   */
  readonly seed: number;
  /** Whether heavy work may be done in other threads, as other things wait for this one; what comes of it is the same. */
  readonly inThreads?: boolean;
  /** What the crawl is about; undefined: nothing that it was told of. */
  readonly topic?: Topic | undefined;
  /** Waiting links that it remembers at most; undefined: as many as it has room for. */
  readonly remembered?: number;
  /** Name of the reward that is sought; undefined: that of the member's strategy is not known. */
  readonly reward?: string;
}

/**
 * A member of the registries of rewards, site rules and link orders: a name, the parameters that a user may set, and how
 * it is made from them for one crawl.
 */
export interface Maker<Member, P extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** In a few words, for `--help`. */
  readonly summary: string;
  /** Who proposed it and where: author, year, title or section. */
  readonly source?: string;
  readonly params: P;
  /** Values that `lab advise` tries beside the defaults. */
  readonly trials?: readonly Partial<z.infer<P>>[];
  readonly needs?: readonly Need[];
  /** Whether what it does depends on the budget of pages; others do the same with a larger one, and go on. */
  readonly plansWithLimit?: boolean;
  make(params: z.infer<P>, tools: Tools): Member;
}

/** Binds the type of `make` to the type of `params`, for members of one kind. */
export const makerOf =
  <Member>() =>
  <P extends z.ZodObject>(maker: Maker<Member, P>): Maker<Member> => ({
    ...maker,
    make: (params, tools) => maker.make(maker.params.parse(params), tools),
  });
