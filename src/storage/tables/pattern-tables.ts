import type { Generated } from 'kysely';
import type { TemplateState } from '../../domain/template.ts';
import type { TrapKind } from '../../url/traps.ts';

/** What is learned of addresses and pages that are made alike. */
export interface PatternTables {
  traps: TrapsTable;
  link_families: LinkFamiliesTable;
  family_parameters: FamilyParametersTable;
  templates: TemplatesTable;
  changing_blocks: ChangingBlocksTable;
}

/** Links that were set aside as endlessly many, by what they have in common. */
interface TrapsTable {
  id: Generated<number>;
  site: number;
  kind: TrapKind;
  pattern: string;
  /** How many were set aside. */
  links: number;
  /** One of them, or the page at which the trap was recognised. */
  example: string;
  first_seen: number;
}

/** What pages have brought, by family or folder, see url/traps.ts: for those only that lead to more of their own. */
interface LinkFamiliesTable {
  id: Generated<number>;
  site: number;
  pattern: string;
  /** Pages that brought only more of the same, less what fruitful ones outweigh; see frontier/trap-watch.ts. */
  barren: number;
  /** Its rows in family_parameters. */
  parameters: number;
}

/** Parameters in links from one address of a folder to another. */
interface FamilyParametersTable {
  family: number;
  /** 53 bits of the SHA-1 of name and value as written. */
  hash: number;
  /** The same of the address in which it was found first. */
  first: number;
}

/** Pages that are made alike, and whether plain requests find their links; see capture/template-statistics.ts. */
interface TemplatesTable {
  site: number;
  /** Of their addresses; see url/page-pattern.ts. */
  pattern: string;
  /** Of what they need a browser for; see capture/documents/page-shape.ts. */
  shape: string;
  state: TemplateState;
  /** Pages in a row that were read both ways and came to the same; those that did not, in all. */
  equal: number;
  different: number;
  /** Address of the page that was compared last, and when that was. */
  example: string;
  changed_at: number;
}

/** What is learned of blocks of text that differ from fetch to fetch, for each template; see frontier/block-memory.ts. */
interface ChangingBlocksTable {
  site: number;
  /** Of the page's address; see url/page-pattern.ts. */
  pattern: string;
  key: number;
  kind: number;
  /** Comparisons of two versions in which it differed, in which it did not, and in which an earlier text came back. */
  flips: number;
  stays: number;
  returns: number;
}
