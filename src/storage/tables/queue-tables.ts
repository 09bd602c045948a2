import type { Generated } from 'kysely';

/** What waits, and what is claimed. */
export interface QueueTables {
  queue_groups: QueueGroupsTable;
  queue: QueueTable;
  leases: LeasesTable;
  sequences: SequencesTable;
}

/**
 * Groups of waiting links: a site hands out the links of the group with the largest tier, lane and value first. The
 * nameless group of a lane has the value 0. Those that emptied are swept out when a crawl opens.
 */
interface QueueGroupsTable {
  id: Generated<number>;
  site: number;
  /** One of TIER (domain/rank.ts). */
  tier: number;
  lane: number;
  /** Empty for links whose rank names no group. */
  name: string;
  value: number;
  /** Its rows in `queue`, kept in the transaction that adds or takes them. */
  waiting: Generated<number>;
}

/** Waiting links only, in the order in which their group hands them out: rank (descending), link. */
interface QueueTable {
  queue_group: number;
  rank: number;
  link: number;
  not_before: number;
}

/** Claimed links. A result counts only while its token is here; those that are dead are given back. */
interface LeasesTable {
  link: number;
  site: number;
  /** From the sequence `lease`. */
  token: number;
  claimed_at: number;
  /** The run that holds it; its end is the lease's. */
  owner: number;
  ends_at: number;
}

/** Numbers that no two holders of a database may both have. They are taken in blocks, so that some are left out. */
interface SequencesTable {
  name: string;
  /** The first one that nobody has taken. */
  next: number;
}
