import type { LinkRecord } from '../storage/lists/links.ts';
import type { SiteRecord } from '../storage/sites.ts';

/** A format that is text: it can go to stdout. */
export interface TextFormat {
  readonly name: string;
  /** The document, piece by piece. */
  text(links: Iterable<LinkRecord>): Iterable<string>;
}

/** A format that needs a file of its own. */
export interface FileFormat {
  readonly name: string;
  /** Fills a file that is empty. */
  fill(file: string, links: Iterable<LinkRecord>, sites: Iterable<SiteRecord>): Promise<void>;
}

export type ExportFormat = TextFormat | FileFormat;
