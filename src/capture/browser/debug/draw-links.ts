import { z } from 'zod';
import { RetryVisit } from '../../../domain/errors.ts';
import type { FoundLink } from '../../../domain/link.ts';
import type { FrameDocument } from '../document.ts';
import { pageFunction } from '../page-functions.ts';

/** Outline colours by kind of link. */
export const linkColours = { internal: '#00882b', external: '#0a5fd8', bad: '#d8120a', resource: '#9a6700' } as const;
type Kind = keyof typeof linkColours;
const kinds = ['internal', 'external', 'bad', 'resource'] as const satisfies readonly Kind[];
type DrawnLink = Pick<FoundLink, 'element' | 'raw' | 'url' | 'frame' | 'technique'> & { readonly kind: Kind };

/** Numbers of links of a kind: outlined ones, and those that are hidden or have no element. */
interface Drawn {
  readonly outlined: number;
  readonly hidden: number;
}

export type LinkCounts = Readonly<Record<Kind, Drawn>>;

/** Line of the legend; without a colour a remark. */
export interface LegendLine {
  readonly text: string;
  readonly colour: string;
}

/**
 * Outlines the links in the page and its frames, in a colour by kind, and removes earlier outlines. Uses stopped
 * animations, which change no attribute and which scripts don't notice.
 */
export async function outlineLinks(frames: readonly FrameDocument[], links: readonly DrawnLink[]): Promise<LinkCounts> {
  const drawn = await Promise.all(
    frames.map(async (frame) => {
      // If an element has an address twice, the last colour is used: that of the link.
      const own = links
        .filter((link) => link.frame === (frame.isMain ? '' : frame.url))
        .sort((a, b) => Number(b.kind === 'resource') - Number(a.kind === 'resource'));
      const marks = own.map(({ element, raw, kind }) => [`${element} ${raw}`, linkColours[kind]]);
      const seen = new Map(await draw(frame, 'outlineLinks', marks, z.array(z.tuple([z.string(), z.number()])), []));
      // A link that is in the page twice, once in a closed menu, is outlined once.
      return own.filter(({ element, raw }) => {
        const left = seen.get(`${element} ${raw}`) ?? 0;
        seen.set(`${element} ${raw}`, left - 1);
        return left > 0;
      });
    }),
  );
  const outlined = new Set(drawn.flat());
  const addresses = new Set([...outlined].map(({ url }) => url));
  // A frame's document is shown at its element.
  const isShown = (link: DrawnLink) => outlined.has(link) || (link.technique === 'frame' && addresses.has(link.url));
  const [shown, hidden] = [links.filter(isShown), links.filter((link) => !isShown(link))];
  return byKind((kind) => ({ outlined: count(shown, kind), hidden: count(hidden, kind) }));
}

/** Returns counts that include links without an element as hidden. */
export const withHidden = (drawn: LinkCounts, links: readonly DrawnLink[]): LinkCounts =>
  byKind((kind) => ({ outlined: drawn[kind].outlined, hidden: drawn[kind].hidden + count(links, kind) }));

const count = (links: readonly DrawnLink[], kind: Kind): number => links.filter((link) => link.kind === kind).length;
const byKind = (of: (kind: Kind) => Drawn): LinkCounts => ({
  internal: of('internal'),
  external: of('external'),
  bad: of('bad'),
  resource: of('resource'),
});

/** Removes the outlines. */
export async function clearOutlines(frames: readonly FrameDocument[]): Promise<void> {
  await Promise.all(frames.map((frame) => draw(frame, 'outlineLinks', [], z.unknown(), undefined)));
}

/** Scrolls a document, and the page for a frame's document, so that the outline is in the middle. */
export async function showOutline(
  frames: readonly FrameDocument[],
  document: Pick<FrameDocument, 'isMain' | 'url' | 'evaluate'>,
): Promise<void> {
  const main = frames.find(({ isMain }) => isMain);
  if (main && !document.isMain) await draw(main, 'scrollToOutline', document.url, z.unknown(), null);
  await draw(document, 'scrollToOutline', null, z.unknown(), null);
}

/** Shows a legend in the page: an element at the end of the document, which scripts may notice. */
export async function showLegend(frames: readonly FrameDocument[], lines: readonly LegendLine[]): Promise<void> {
  const main = frames.find(({ isMain }) => isMain);
  if (main) await draw(main, 'showLegend', lines, z.unknown(), undefined);
}

/** @param remarks other lines about the screenshot */
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
    // A frame that is gone by now is not drawn.
    if (error instanceof RetryVisit) return ifGone;
    throw error;
  });
}
