import type { EditedLinks } from '../storage/lists/link-edits.ts';
import { printable } from './printable.ts';

/** Sites that the line names. */
const MOST_NAMED = 10;

/** Tells what a command did to links, and of which sites they are; as one JSON document where that is asked for. */
export function editedLinks({ kind, links, sites }: EditedLinks, done: 'deleted' | 'restored', json: boolean): string {
  if (json) return `${JSON.stringify({ kind, [done]: links, sites })}\n`;
  if (links === 0) return `no ${kind} link matches: nothing is ${done}\n`;
  const what = `${links} ${kind} ${links === 1 ? 'link' : 'links'} ${done}`;
  const named = sites.slice(0, MOST_NAMED).map((one) => `${one.links} of ${printable(one.site)}`);
  const others = sites.slice(MOST_NAMED);
  if (others.length > 0)
    named.push(`${others.reduce((sum, one) => sum + one.links, 0)} of ${others.length} other sites`);
  return `${what}${named.length > 0 ? ': ' : ''}${named.join(', ')}\n`;
}
