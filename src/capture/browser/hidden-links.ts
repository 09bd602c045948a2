import { z } from 'zod';
import type { FrameDocument } from './document.ts';
import { openTrees } from './open-trees.ts';
import { pageFunctionOf } from './page-functions.ts';

/** Elements of a shadow tree among which others are looked for. */
const MOST = 1000;

const LINKS_IN_PAGE = pageFunctionOf(linksByView, { openTrees });

const byView = z.object({ hidden: z.array(z.number()), shown: z.array(z.number()) });

/**
 * Runs in a page: places of addresses in a list that the document has links to, by whether one of these is shown. It is
 * sent into browsers as it stands, so it uses nothing from outside.
 */
function linksByView(
  of: { readonly openTrees: typeof openTrees },
  addresses: readonly string[],
  most: number,
): z.infer<typeof byView> {
  const [hidden, shown] = [new Set<number>(), new Set<number>()];
  const places = new Map(addresses.map((address, at) => [address, at]));
  const links = 'a[href], area[href]';
  const inTrees = of
    .openTrees(most)
    .flatMap((tree) => [...DocumentFragment.prototype.querySelectorAll.call(tree, links)]);
  for (const link of [...Document.prototype.querySelectorAll.call(document, links), ...inTrees]) {
    const at = places.get(String(Reflect.get(link, 'href')));
    if (at === undefined) continue;
    const isShown = Element.prototype.checkVisibility.call(link, { visibilityProperty: true });
    (isShown ? shown : hidden).add(at);
  }
  return { hidden: [...hidden], shown: [...shown] };
}

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
    const seen = await frame.call(LINKS_IN_PAGE, [addresses, MOST], [], byView).catch(() => undefined);
    for (const at of seen?.hidden ?? []) hidden.add(addresses[at] ?? '');
    for (const at of seen?.shown ?? []) shown.add(addresses[at] ?? '');
  }
  return { hidden, shown };
}
