import type { LinkRole } from '../../domain/link.ts';

/** A kind of file that bears links. */
export interface FileKind {
  /** The technique that its links are tagged with. */
  readonly name: string;
  /** Whether a file is of this kind. @param head its first characters, white space before them taken off */
  fits(contentType: string, head: string): boolean;
  /** The links, in the file's order. What is damaged may throw: the links before it count. */
  links(file: OpenedFile): AsyncIterable<FileLink>;
}

/** A file's content, unpacked. */
export interface OpenedFile {
  readonly url: string;
  /** The header as sent. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Whether there would be more of it. */
  readonly isCutOff: boolean;
  /** Notes that the file met a limit; see CapturedFile. */
  readonly limit: (name: string) => void;
  /** Notes text that the file's reader sees. */
  readonly text: (block: string) => void;
}

/** A link as a file names it. */
export interface FileLink {
  readonly raw: string;
  /** Its absolute address; by `raw` and `base` unless given. */
  readonly url?: string | undefined;
  /** `link`: an address of a page, or of another such file; `embedded`: an image, an enclosure, an icon. */
  readonly role: LinkRole;
  /** `GET` unless given. */
  readonly method?: string;
  /** Name of what bears it, such as `loc` or `enclosure`. */
  readonly element: string;
  readonly anchor?: string;
  readonly context?: string;
  readonly rel?: string;
  readonly tagPath?: string;
  /** Base of the address; the file's own address unless given. */
  readonly base?: string;
}
