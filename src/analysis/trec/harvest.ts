interface HarvestPoint {
  /** Pages visited. */
  readonly pages: number;
  /** Relevant ones among them. */
  readonly relevant: number;
  /** Harvest rate: the share of the visited pages that is relevant (Chakrabarti, van den Berg & Dom 1999, "Focused crawling", Computer Networks 31). */
  readonly rate: number;
  /** The share of the relevant pages that is visited; 0 where nothing is relevant. */
  readonly recall: number;
}

/**
 * What a crawl had harvested after each of its visits.
 *
 * @param visits whether the page was relevant, in the order of the visits
 * @param relevant pages that are relevant in all
 */
export function harvest(visits: readonly boolean[], relevant: number): HarvestPoint[] {
  let found = 0;
  return visits.map((isRelevant, place) => {
    if (isRelevant) found++;
    const pages = place + 1;
    return { pages, relevant: found, rate: found / pages, recall: relevant === 0 ? 0 : found / relevant };
  });
}
