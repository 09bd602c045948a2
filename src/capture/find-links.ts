import type { FoundLink } from '../domain/link.ts';
import type { LivePage } from './browser/live-page.ts';
import { rewritten } from './documents/lost-links.ts';
import { techniques } from './find/registry.ts';
import type { Technique } from './find/technique.ts';
import { WalkedPage } from './find/walked-page.ts';
import type { HarvestAgain, LoadedPage } from './loaded-page.ts';

/** Number of links that a technique found on a page, and its time in milliseconds. */
export interface TechniqueCost {
  readonly name: string;
  readonly links: number;
  readonly milliseconds: number;
}

/** Links found on a page by all techniques. A link that is on the page twice is listed twice. */
export class Harvest {
  readonly links: FoundLink[] = [];
  readonly costs: TechniqueCost[] = [];
  readonly #seen = new Set<string>();

  add(found: readonly FoundLink[]): void {
    for (const link of found) this.#seen.add(keyOf(link));
    for (const link of found) this.links.push(link);
  }

  /** Returns the links that no technique has found before. */
  newOf(found: readonly FoundLink[]): readonly FoundLink[] {
    return found.filter((link) => !this.#seen.has(keyOf(link)));
  }

  /** Removes links that the page now shows in another form. */
  removeReplaced(forms: ReadonlySet<FoundLink>): void {
    for (const link of forms) this.#seen.delete(keyOf(link));
    const left = this.links.filter((link) => !forms.has(link));
    this.links.splice(0, this.links.length, ...left);
  }

  /** Adds the links that no technique has found before. Returns their number. */
  addNew(found: readonly FoundLink[]): number {
    const fresh = this.newOf(found);
    this.add(fresh);
    return fresh.length;
  }
}

/** Pictures of a page that count as new links; all are listed. */
const MOST_PICTURES = 10;

type Reread = (name: string, ...how: Parameters<HarvestAgain>) => Promise<number>;

/** Least links changed alike before the whole page counts as rewritten, rather than a link with various content. */
const ALIKE = 2;

/** Prior probability that a technique brings links to a site's first page, with and without a sign of more links. */
const LIKELY = 0.5;
const UNLIKELY = 0.15;
/** Initial retries of a technique that is not worth its price, on pages with a sign of more links. */
const TRIES_AGAIN = 5;

const keyOf = ({ method, role, url, raw }: FoundLink): string => `${method} ${role === 'link' ? '' : '+'}${url ?? raw}`;

/**
 * Finds a page's links by all enabled techniques in sequence. In a live page some techniques act, and links are read
 * again.
 *
 * @param harvest keeps the links found before a failure
 * @param beforeActs called before each technique that acts on the page
 */
export async function findLinks(
  page: LoadedPage | LivePage,
  on: ReadonlySet<string>,
  harvest = new Harvest(),
  beforeActs: () => Promise<void> = async () => undefined,
): Promise<Harvest> {
  const chosen = techniques.filter(({ name, find, act }) => on.has(name) && (find ?? act));
  const walked = new WalkedPage(page);
  let pictures = 0;
  /** True if abandoned views stay in the page, hidden: their links do not belong to the current view. */
  let keepsViews = false;
  const reread: Reread = async (name, how = 'take', isHere) => {
    if (isLive(page) && !page.hasNewAddresses()) return 0;
    walked.renew();
    const read: FoundLink[][] = [];
    for (const { isReread, find } of chosen)
      if (isReread && find) read.push((await find(page, walked)).map((link) => ({ ...link, technique: name })));
    if (isHere && !(await isHere())) return 0;
    let added = 0;
    // Resources loaded by scripts, such as a script of another page, are no evidence of visible content.
    const isCounted = ({ role }: FoundLink) => role === 'link';
    const isPlace = (link: FoundLink) => isLive(page) && page.isPlace(link);
    // A map draws other tiles with each move, without end.
    const isPicture = ({ role, element }: FoundLink) => role !== 'link' && element === 'img';
    for (const found of read) {
      const others = harvest.newOf(found).filter((link) => !isLive(page) || !page.holdsTyped(link));
      const isOfViews = how === 'count' || how === 'take-shown' || keepsViews;
      const hidden = isLive(page) && isOfViews ? await page.hiddenOf(others) : [];
      keepsViews ||= hidden.length > 0;
      const fresh = others.filter((link) => !hidden.includes(link));
      if (how !== 'count') harvest.add(fresh);
      const counted = fresh.filter((link) => (how === 'take' || isCounted(link)) && !isPlace(link));
      if (isLive(page)) page.noteNews(counted);
      const drawn = counted.filter(isPicture).length;
      added += counted.length - drawn + Math.min(drawn, Math.max(0, MOST_PICTURES - pictures));
      pictures += drawn;
    }
    return added;
  };
  for (const technique of chosen) {
    if (technique.act && isLive(page) && page.mayBeActedOn) await beforeActs();
    const begin = performance.now();
    const before = harvest.links.length;
    await (isLive(page) ? useLive(technique, page, walked, harvest, reread) : use(technique, page, walked, harvest));
    const milliseconds = Math.round(10 * (performance.now() - begin)) / 10;
    harvest.costs.push({ name: technique.name, links: harvest.links.length - before, milliseconds });
  }
  return harvest;
}

async function use(
  { isReread, find }: Technique,
  page: LoadedPage,
  walked: WalkedPage,
  harvest: Harvest,
): Promise<void> {
  const found = (await find?.(page, walked)) ?? [];
  if (isReread) harvest.add(found);
  else harvest.addNew(found);
}

/** Runs a technique on a live page; skips an expensive one that brought nothing on similar pages. */
async function useLive(
  technique: Technique,
  page: LivePage,
  walked: WalkedPage,
  harvest: Harvest,
  reread: Reread,
): Promise<void> {
  const { name, price, actsOnControls, isFor, mayBring, mayRewrite, act } = technique;
  const cutShort = (error: unknown) => page.cutShort(error);
  if (isFor && page.mayBeActedOn && !(await isFor(page).catch(cutShort))) return;
  // Called for each page, because new controls are remembered.
  const isNew = actsOnControls && page.mayBeActedOn && (await page.hasNewControls());
  const isLikely = mayBring && page.mayBeActedOn ? await mayBring(page).catch(cutShort) : true;
  if (isLikely === undefined) return;
  const kind = isLikely ? name : `${name} where it is unlikely`;
  const priced = price !== undefined && {
    name: isNew ? `${name} of new controls` : kind,
    prior: isLikely ? LIKELY : UNLIKELY,
    price,
    credit: isLikely ? TRIES_AGAIN * price : 0,
    kind,
  };
  if (priced && !page.isWorthIt(priced)) return;
  if (priced && actsOnControls) page.triesAllActs = page.isTriedAgain(priced);
  const ways = () => page.observed.filter(({ role }) => role === 'link');
  const [links, led] = [harvest.links.length, ways().length];
  await use(technique, page, walked, harvest);
  const isActed = act !== undefined && page.mayBeActedOn;
  if (isActed) await act(page, (...how) => reread(name, ...how)).catch(cutShort);
  if (mayRewrite) await undoRewritten(page, harvest, links).catch(cutShort);
  if (!priced || (act && !isActed)) return;
  const hasBrought = [...harvest.links.slice(links), ...ways().slice(led)].some((link) => page.isNews(link));
  page.learnWorth(priced, hasBrought, priced.price + ((act && page.acting?.cost) ?? 0));
}

/**
 * Removes earlier links whose elements now have another form of the address. @param from index of the first later link
 */
async function undoRewritten(page: LivePage, harvest: Harvest, from: number): Promise<void> {
  const isLink = ({ role, element }: FoundLink) => role === 'link' && /^(?:svg:)?a$|^area$/.test(element);
  const fresh = harvest.links.slice(from).filter(isLink);
  const before = harvest.links.slice(0, from).filter((link) => isLink(link) && link.technique === 'dom');
  if (fresh.length < ALIKE || before.length < ALIKE) return;
  const forms = rewritten(await page.goneOf(before), fresh, ALIKE);
  if (forms.size > 0) harvest.removeReplaced(forms);
}

const isLive = (page: LoadedPage | LivePage): page is LivePage => 'tab' in page;
