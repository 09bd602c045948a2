import { z } from 'zod';
import { RetryVisit } from '../../../domain/errors.ts';
import type { FoundLink } from '../../../domain/link.ts';
import type { FrameDocument } from '../document.ts';
import { pageFunction } from '../page-functions.ts';

/** Colour of the outline, by what a crawl takes the link for. */
export const linkColours = { internal: '#00882b', external: '#0a5fd8', bad: '#d8120a', resource: '#9a6700' } as const;
type Kind = keyof typeof linkColours;
const kinds = ['internal', 'external', 'bad', 'resource'] as const satisfies readonly Kind[];
type DrawnLink = Pick<FoundLink, 'element' | 'raw' | 'url' | 'frame' | 'technique'> & { readonly kind: Kind };

/** Counts of a kind's links: those that are visible and outlined, and those that are hidden or have no element. */
interface Drawn {
  readonly outlined: number;
  readonly hidden: number;
}

export type LinkCounts = Readonly<Record<Kind, Drawn>>;

/** A line of the legend; without a colour it is a remark. */
export interface LegendLine {
  readonly text: string;
  readonly colour: string;
}

/**
 * Outlines the links in the page and in its frames, in a colour by kind. No attribute of the page is changed: the
 * outlines are animations that stand still, which the page's scripts don't notice. Those drawn before are taken away.
 */
export async function outlineLinks(frames: readonly FrameDocument[], links: readonly DrawnLink[]): Promise<LinkCounts> {
  const drawn = await Promise.all(
    frames.map(async (frame) => {
      // The last colour counts where an element has an address twice: that of the link.
      const own = links
        .filter((link) => link.frame === (frame.isMain ? '' : frame.url))
        .sort((a, b) => Number(b.kind === 'resource') - Number(a.kind === 'resource'));
      const marks = own.map(({ element, raw, kind }) => [`${element} ${raw}`, linkColours[kind]]);
      const seen = new Map(await draw(frame, 'outlineLinks', marks, z.array(z.tuple([z.string(), z.number()])), []));
      // One that stands there twice, once in a closed menu, is outlined once.
      return own.filter(({ element, raw }) => {
        const left = seen.get(`${element} ${raw}`) ?? 0;
        seen.set(`${element} ${raw}`, left - 1);
        return left > 0;
      });
    }),
  );
  const outlined = new Set(drawn.flat());
  const addresses = new Set([...outlined].map(({ url }) => url));
  // A frame's document is where its element is.
  const isShown = (link: DrawnLink) => outlined.has(link) || (link.technique === 'frame' && addresses.has(link.url));
  const [shown, hidden] = [links.filter(isShown), links.filter((link) => !isShown(link))];
  return byKind((kind) => ({ outlined: count(shown, kind), hidden: count(hidden, kind) }));
}

/** With links that no element of the page bears. */
export const withHidden = (drawn: LinkCounts, links: readonly DrawnLink[]): LinkCounts =>
  byKind((kind) => ({ outlined: drawn[kind].outlined, hidden: drawn[kind].hidden + count(links, kind) }));

const count = (links: readonly DrawnLink[], kind: Kind): number => links.filter((link) => link.kind === kind).length;
const byKind = (of: (kind: Kind) => Drawn): LinkCounts => ({
  internal: of('internal'),
  external: of('external'),
  bad: of('bad'),
  resource: of('resource'),
});

/** Takes the outlines away. */
export async function clearOutlines(frames: readonly FrameDocument[]): Promise<void> {
  await Promise.all(frames.map((frame) => draw(frame, 'outlineLinks', [], z.unknown(), undefined)));
}

/** Scrolls the page, and the frame if it is a frame's, so that what is outlined in a document is in the middle of the view. */
export async function showOutline(
  frames: readonly FrameDocument[],
  document: Pick<FrameDocument, 'isMain' | 'url' | 'evaluate'>,
): Promise<void> {
  const main = frames.find(({ isMain }) => isMain);
  if (main && !document.isMain) await draw(main, 'scrollToOutline', document.url, z.unknown(), null);
  await draw(document, 'scrollToOutline', null, z.unknown(), null);
}

/** Shows a legend in the page: one element at the end of its document, which its scripts may notice. */
export async function showLegend(frames: readonly FrameDocument[], lines: readonly LegendLine[]): Promise<void> {
  const main = frames.find(({ isMain }) => isMain);
  if (main) await draw(main, 'showLegend', lines, z.unknown(), undefined);
}

/** @param remarks what else is to be known of the picture */
export const legendOf = (drawn: LinkCounts, remarks: readonly string[]): LegendLine[] => [
  ...kinds.map((kind) => {
    const { outlined, hidden } = drawn[kind];
    return { text: `${kind}: ${outlined} outlined, ${hidden} hidden`, colour: linkColours[kind] };
  }),
  ...remarks.map((text) => ({ text, colour: 'white' })),
];

async function draw<T>(
  frame: Pick<FrameDocument, 'evaluate'>,
  drawing: 'outlineLinks' | 'scrollToOutline' | 'showLegend',
  of: unknown,
  schema: z.ZodType<T>,
  ifGone: T,
): Promise<T> {
  const expression = `${pageFunction(drawing)}(${JSON.stringify(of)}) ?? null`;
  return await frame.evaluate(expression, schema).catch((error: unknown) => {
    // A frame that has gone meanwhile is not drawn.
    if (error instanceof RetryVisit) return ifGone;
    throw error;
  });
}
