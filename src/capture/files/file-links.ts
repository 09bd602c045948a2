import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundLink } from '../../domain/link.ts';
import { parseUrl, usableBase } from '../../url/parse.ts';
import { plainText } from '../walk/walk.ts';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.ts';
import type { FileContent, FileKind, FileLink } from './file-kind.ts';
import { fileKinds, mayBearLinks } from './registry.ts';
import { sitemap } from './sitemap.ts';

/** Longest stored address, in characters; a longer one is a bad link anyway. */
const LONGEST = 5000;
/** Links after which other tasks get a turn. */
const LINKS_A_TURN = 1000;

export interface FileInput extends FileContent {
  /** Media type without parameters, in lower case, as browsers see it. */
  readonly type: string;
  /** First characters of the file. */
  readonly head: string;
}

export interface FileLinks {
  readonly links: readonly FoundLink[];
  /** See CapturedFile. */
  readonly limits: readonly string[];
  /** See CapturedFile. */
  readonly text: readonly string[];
}

/** Returns the kind of a file; undefined for files without links. A sitemap in XML is recognised whatever its type. */
export function kindOf(type: string, head: string): FileKind | undefined {
  if (type === '' || mayBearLinks(type)) return fileKinds.find((kind) => kind.fits(type, head));
  return sitemap.fits(type, head) ? sitemap : undefined;
}

/** Reads the links of a file. Reads a damaged file up to the damage; never throws. */
export async function fileLinks({ url, type, contentType, head, bytes, isCutOff }: FileInput): Promise<FileLinks> {
  const links: FoundLink[] = [];
  const limits = new Set<string>();
  const text: string[] = [];
  const kind = kindOf(type, head);
  const file = {
    ...{ url, contentType, bytes, isCutOff },
    limit: (name: string) => void limits.add(name),
    text: (block: string) => void text.push(plainText.parse(block.replace(/\s+/g, ' ').trim())),
  };
  try {
    for await (const link of kind?.links(file) ?? []) {
      const found = kind && foundLink(link, url, kind);
      if (!found) continue;
      if (links.length === walkRules.mostLinks) {
        limits.add(MANY_LINKS);
        break;
      }
      links.push(found);
      if (links.length % LINKS_A_TURN === 0) await nextTurn();
    }
  } catch {
    limits.add('damaged');
  }
  return { links, limits: [...limits], text };
}

function foundLink(link: FileLink, url: string, { name: technique }: FileKind): FoundLink | undefined {
  const { role, method = 'GET', element, base = url, anchor = '', context = '', rel = '', tagPath = '' } = link;
  const raw = plainText.parse(link.raw).trim().slice(0, LONGEST);
  if (raw === '') return undefined;
  return {
    ...{ raw, role, method, technique, frame: '' },
    url: (link.url ?? parseUrl(raw, usableBase(base))?.href)?.slice(0, LONGEST),
    anchor: plainText.parse(anchor.replace(/\s+/g, ' ').trim().slice(0, 300)),
    context: plainText.parse(context),
    rel: plainText.parse(rel.slice(0, 100)),
    element: plainText.parse(element.slice(0, 100)),
    tagPath: plainText.parse(tagPath.slice(-1000)),
  };
}
