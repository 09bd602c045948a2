import { counted } from './counted.ts';

/** A site's own limits as lists show them; null: none. `delay` in milliseconds. */
interface ShownLimits {
  readonly pageLimit: number | null;
  readonly depth: number | null;
  readonly delay: number | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** `500 pages, level 3, only /news/**, without /news/old/**`; empty: it has none. */
export function limitsText({ pageLimit, depth, delay, include, exclude }: ShownLimits): string {
  return [
    ...(pageLimit === null ? [] : [counted(pageLimit, 'page')]),
    ...(depth === null ? [] : [`level ${depth}`]),
    ...(delay === null ? [] : [`${delay / 1000} s`]),
    ...(include.length === 0 ? [] : [`only ${include.join(' ')}`]),
    ...(exclude.length === 0 ? [] : [`without ${exclude.join(' ')}`]),
  ].join(', ');
}
