import type { KeptPages } from './kept-state.ts';
import { NONE } from './link-features.ts';

/** Share of what lies behind a link that counts for its page. */
const BEHIND = 0.6;
/** Share of a predicted value that counts until its page was visited. */
const EXPECTED = 0.5;
/** Best links of a page that are remembered. */
const MOST_LINKS = 6;
/** Pages up the tree that a change is told to. */
const HIGHEST = 6;

interface Page {
  readonly parent: number | undefined;
  readonly reward: number;
  value: number;
  /** Values of its best links, the largest first. */
  readonly links: { id: number; value: number }[];
}

/**
 * What a visited page is worth with what lies behind it: the best average over itself and its best links,
 *
 *     max over k of (r + 0.6 (v1 + ... + vk)) / (1 + k)
 *
 * where v is the links' own value once they were visited, half of what is predicted before.
 */
export class PageValues {
  readonly #pages = new Map<number, Page>();

  /** A page was read; returns the pages whose value changed, itself first. */
  add(
    id: number,
    parent: number | undefined,
    reward: number,
    links: readonly { readonly id: number; readonly predicted: number }[],
  ) {
    const best = links
      .map((link) => ({ id: link.id, value: EXPECTED * link.predicted }))
      .sort((a, b) => b.value - a.value || a.id - b.id)
      .slice(0, MOST_LINKS);
    const page = { parent, reward, value: 0, links: best };
    page.value = bestAverage(page);
    this.#pages.set(id, page);
    const changed = [{ id, value: page.value }];
    let child = id;
    let { value } = page;
    let above = parent;
    for (let height = 0; above !== undefined && height < HIGHEST; height++) {
      const other = this.#pages.get(above);
      if (!other) break;
      put(other.links, child, value);
      const now = bestAverage(other);
      if (Math.abs(now - other.value) < 1e-3) break;
      other.value = now;
      changed.push({ id: above, value: now });
      child = above;
      value = now;
      above = other.parent;
    }
    return changed;
  }

  save(): KeptPages {
    const pages: number[] = [];
    const counts: number[] = [];
    const ofLinks: number[] = [];
    for (const [id, { parent, reward, value, links }] of this.#pages) {
      pages.push(id, parent ?? NONE, reward, value);
      counts.push(links.length);
      for (const link of links) ofLinks.push(link.id, link.value);
    }
    return { pages: Float64Array.from(pages), counts: Uint8Array.from(counts), links: Float64Array.from(ofLinks) };
  }

  load({ pages, counts, links: kept }: KeptPages): void {
    let next = 0;
    for (const [at, count] of counts.entries()) {
      const [id = 0, parent = NONE, reward = 0, value = 0] = pages.subarray(4 * at, 4 * at + 4);
      const links = Array.from({ length: count }, () => ({ id: kept[next++] ?? 0, value: kept[next++] ?? 0 }));
      this.#pages.set(id, { parent: parent === NONE ? undefined : parent, reward, value, links });
    }
  }
}

function bestAverage({ reward, links }: Page): number {
  let sum = reward;
  let value = reward;
  for (const [at, link] of links.entries()) {
    sum += BEHIND * link.value;
    value = Math.max(value, sum / (2 + at));
  }
  return value;
}

function put(links: { id: number; value: number }[], id: number, value: number): void {
  const at = links.findIndex((link) => link.id === id);
  if (at >= 0) links.splice(at, 1);
  links.push({ id, value });
  links.sort((a, b) => b.value - a.value || a.id - b.id);
  links.length = Math.min(links.length, MOST_LINKS);
}
