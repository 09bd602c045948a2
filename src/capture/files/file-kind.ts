import type { LinkRole } from '../../domain/link.ts';

/** A kind of file that contains links. */
export interface FileKind {
  /** Technique with which links of this kind are tagged. */
  readonly name: string;
  /** Tells whether a file is of this kind. @param head first characters, without leading white space */
  fits(contentType: string, head: string): boolean;
  /** Yields the links in file order. Damaged files may throw; earlier links count. */
  links(file: OpenedFile): AsyncIterable<FileLink>;
}

/** Content of a file, unpacked. */
export interface FileContent {
  readonly url: string;
  /** Content-Type header as sent. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** True if there is more of the file. */
  readonly isCutOff: boolean;
}

export interface OpenedFile extends FileContent {
  /** Notes that the file reached a limit; see CapturedFile. */
  readonly limit: (name: string) => void;
  /** Notes visible text of the file. */
  readonly text: (block: string) => void;
}

/** A link as written in a file. */
export interface FileLink {
  readonly raw: string;
  /** Absolute address; from `raw` and `base` unless given. */
  readonly url?: string | undefined;
  /** Role of the address. `link`: a page, or another such file; `embedded`: an image, an enclosure, an icon. */
  readonly role: LinkRole;
  /** HTTP method; `GET` unless given. */
  readonly method?: string;
  /** Name of the element or field with the link, such as `loc` or `enclosure`. */
  readonly element: string;
  readonly anchor?: string;
  readonly context?: string;
  readonly rel?: string;
  readonly tagPath?: string;
  /** Base of the address; the file's own address unless given. */
  readonly base?: string;
}
