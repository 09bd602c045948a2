import { z } from 'zod';
import type { FrameDocument } from './document.ts';
import { pageFunction } from './page-functions.ts';

const LINKS_IN_PAGE = pageFunction('linksByView');

const byView = z.object({ hidden: z.array(z.number()), shown: z.array(z.number()) });

/** Which of some addresses a page has links to that are all hidden, as applications keep the views that were left. */
export async function hiddenLinks(
  frames: readonly FrameDocument[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { hidden, shown } = await viewOf(frames, addresses);
  return new Set([...hidden].filter((address) => !shown.has(address)));
}

/** Which of some addresses a page has links to, shown or hidden. */
export async function presentLinks(
  frames: readonly FrameDocument[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { hidden, shown } = await viewOf(frames, addresses);
  return new Set([...hidden, ...shown]);
}

/** Addresses of a list that a page has hidden links to, and shown ones. */
async function viewOf(
  frames: readonly FrameDocument[],
  addresses: readonly string[],
): Promise<{ readonly hidden: ReadonlySet<string>; readonly shown: ReadonlySet<string> }> {
  const [hidden, shown] = [new Set<string>(), new Set<string>()];
  for (const frame of frames) {
    const seen = await frame.call(LINKS_IN_PAGE, [addresses], [], byView).catch(() => undefined);
    for (const at of seen?.hidden ?? []) hidden.add(addresses[at] ?? '');
    for (const at of seen?.shown ?? []) shown.add(addresses[at] ?? '');
  }
  return { hidden, shown };
}
