import { randomUUID } from 'node:crypto';
import type { LinkKind } from '../domain/link.ts';

/** Lists that are kept: one of a million links takes 8 MB. */
const MOST = 8;

interface KeptList {
  readonly kind: LinkKind;
  readonly ids: Float64Array;
}

/** Lists that somebody looks at, by what they were asked with: the ids alone, so that any row is at hand. */
export class LinkLists {
  /** The one that was used last stands last. */
  readonly #kept = new Map<string, KeptList>();

  add(list: KeptList): string {
    const name = randomUUID();
    this.#kept.set(name, list);
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(first);
    }
    return name;
  }

  get(name: string): KeptList | undefined {
    const list = this.#kept.get(name);
    if (!list) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, list);
    return list;
  }
}
