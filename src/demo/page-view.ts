import { createRandom, type Random } from '../domain/random.ts';
import type { Anchor } from './page-link.ts';
import type { Place } from './portal-list.ts';
import type { ListStyle, SitePage, SiteTree } from './site-tree.ts';
import type { Lexicon } from './texts/lexicon.ts';
import { prose } from './texts/prose.ts';
import { identityOf, respelt } from './url-identity.ts';

/** Links under a common heading. */
export interface LinkGroup {
  readonly heading: string;
  readonly style: ListStyle | 'inline';
  readonly anchors: readonly Anchor[];
}

/** Content of a page, for a skin to draw or a script to fetch. */
export interface PageView {
  readonly language: Lexicon['language'];
  readonly site: string;
  readonly title: string;
  readonly menu: readonly Anchor[];
  /** Larger pages in the same part of the site. */
  readonly sideMenu: readonly Anchor[];
  readonly crumbs: readonly Anchor[];
  /** Pieces of each paragraph, in order: text, or a link within the text. */
  readonly paragraphs: readonly (readonly (string | Anchor)[])[];
  /** Rows of a table without links: a person, a piece of work, a place. */
  readonly facts: readonly (readonly [person: string, work: string, place: string])[];
  readonly groups: readonly LinkGroup[];
  /** Addresses of the page's frames. */
  readonly frames: readonly string[];
  readonly footer: readonly Anchor[];
}

/** Common context of all pages of a portal. */
export interface ViewContext {
  readonly seed: number;
  readonly place: Place;
  readonly tree: SiteTree;
  readonly lexicon: Lexicon;
  /** Subjects of the portal and its prose. */
  readonly subjects: readonly string[];
  /** Minimum and maximum number of sentences in a page's prose; a sentence has about 15 words. */
  readonly sentences: readonly [low: number, high: number];
  /** Returns the address that links use for a path of the tree; default: the path itself. */
  readonly hrefOf?: (path: string, from: SitePage) => string;
}

const menuLimit = 9;
const sideMenuLimit = 16;
const relatedLimit = 6;

export function viewOf(page: SitePage, context: ViewContext): PageView {
  const { tree, lexicon, place } = context;
  const { labels } = lexicon;
  const random = createRandom(`${context.seed} ${place.host} ${identityOf(page.path)}`);
  const write = context.hrefOf ?? ((path: string) => path);
  const linkTo = (target: SitePage, text = target.title): Anchor => ({
    href: respelt(write(target.path, page), random.unit()),
    text,
  });
  const inText = random.chance(0.3) ? page.outbound.slice(0, 1) : [];

  return {
    language: lexicon.language,
    site: tree.start.title,
    title: page.title,
    menu: [linkTo(tree.start, labels.home), ...tree.start.children.slice(0, menuLimit).map((child) => linkTo(child))],
    sideMenu: sideMenu(page).map((target) => linkTo(target)),
    crumbs: ancestors(page).map((ancestor) => linkTo(ancestor)),
    paragraphs: paragraphs(random, context, page.title, inText),
    facts: facts(random, lexicon),
    groups: groups(page, context, random, linkTo, page.outbound.slice(inText.length)),
    frames: page.frames.map((frame) => write(frame.path, page)),
    footer: [linkTo(tree.start)],
  };
}

function groups(
  page: SitePage,
  { lexicon, place }: ViewContext,
  random: Random,
  linkTo: (target: SitePage, text?: string) => Anchor,
  outbound: readonly Anchor[],
): LinkGroup[] {
  const { labels } = lexicon;
  const children = page.children.map((child) => linkTo(child));
  const parts = neighbouringParts(page).map(([number, part]) => linkTo(part, `${number}`));
  const related = random.sample(page.parent?.children ?? [], relatedLimit).filter((sibling) => sibling !== page);
  const all: LinkGroup[] = [
    { heading: page.title, style: page.listStyle, anchors: children },
    { heading: labels.parts, style: 'inline', anchors: parts },
    { heading: labels.seeAlso, style: 'list', anchors: related.map((sibling) => linkTo(sibling)) },
    {
      heading: random.pick(labels.outbound),
      style: outbound.length > 12 ? page.listStyle : 'list',
      anchors: outbound.map((anchor) => noted(anchor, random, lexicon)),
    },
    { heading: labels.files, style: 'list', anchors: page.extras },
    { heading: labels.contact, style: 'inline', anchors: contacts(random, place, lexicon) },
  ];
  return all.filter((group) => group.anchors.length > 0);
}

function noted(anchor: Anchor, random: Random, lexicon: Lexicon): Anchor {
  return random.chance(0.5) ? { ...anchor, note: random.pick(lexicon.labels.outboundNotes) } : anchor;
}

function ancestors(page: SitePage): SitePage[] {
  return page.parent === undefined ? [] : [...ancestors(page.parent), page.parent];
}

/** Returns those children of the top page above this one (or of this one) that have children. */
function sideMenu(page: SitePage): SitePage[] {
  const [, top = page] = [...ancestors(page), page];
  return top.parent === undefined
    ? []
    : top.children.filter((child) => child.children.length > 0).slice(0, sideMenuLimit);
}

/** Returns the first part of a list, the last one, and the parts near this page, with their numbers. */
function neighbouringParts(page: SitePage): [number, SitePage][] {
  const here = page.parts.indexOf(page);
  return page.parts
    .map((part, index): [number, SitePage] => [index + 1, part])
    .filter(([number]) => number === 1 || number === page.parts.length || Math.abs(number - 1 - here) <= 4);
}

function paragraphs(
  random: Random,
  context: ViewContext,
  title: string,
  inText: readonly Anchor[],
): (string | Anchor)[][] {
  const { lexicon, subjects, sentences } = context;
  const own = subjects.filter((subject) => title.includes(subject));
  const about = [...own, ...own, ...own, ...random.sample(subjects, 2)];
  const written: (string | Anchor)[][] = [];
  for (let left = random.between(...sentences); left > 0; left -= 5) {
    written.push([prose(random, lexicon, about, Math.min(left, 5))]);
  }
  for (const anchor of inText) {
    written.push([
      prose(random, lexicon, about, 1),
      ` (${random.pick(lexicon.labels.outboundNotes)} `,
      anchor,
      '). ',
      prose(random, lexicon, about, 1),
    ]);
  }
  return written;
}

function facts(random: Random, lexicon: Lexicon): [string, string, string][] {
  return Array.from({ length: random.between(8, 20) }, () => [
    `${random.pick(lexicon.givenNames)} ${random.pick(lexicon.familyNames)}`,
    `${random.pick(lexicon.adjectives)} ${random.pick(lexicon.nouns)}`,
    random.pick(lexicon.places),
  ]);
}

/** Returns mail addresses and script links, which a crawler can't follow. */
function contacts(random: Random, { host }: Place, lexicon: Lexicon): Anchor[] {
  const anchors: Anchor[] = [];
  if (random.chance(0.4))
    anchors.push({ href: `mailto:office${random.between(1, 9)}@${host}`, text: lexicon.labels.writeTo });
  if (random.chance(0.2)) anchors.push({ href: 'javascript:window.print()', text: lexicon.labels.print });
  return anchors;
}
