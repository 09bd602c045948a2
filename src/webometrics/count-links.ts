import { BadInput } from '../domain/errors.ts';
import type { Store } from '../storage/open.ts';
import { crawledSites } from '../storage/reports/link-edges.ts';
import { indexPlaces } from '../url/site-scopes.ts';
import { placesOf } from './counted-sites.ts';
import { documentLinks } from './document-links.ts';
import { readLinkedPages } from './linked-pages.ts';
import { type CountingModel, countingModels } from './models.ts';
import { countReports } from './registry.ts';
import type { Figures } from './report.ts';
import type { Target } from './target-list.ts';

interface CountOptions {
  /** Name of a report in `countReports`. */
  readonly report: string;
  /** Names of models in `countingModels`; undefined: all. */
  readonly models: readonly string[] | undefined;
  readonly targets: readonly Target[];
  /** True to count links from a site to itself. */
  readonly self: boolean;
  /** Time of the links' state, in milliseconds since the epoch (exclusive); undefined: now. */
  readonly asOf: number | undefined;
}

/**
 * Computes a report on a crawl's links.
 * @throws BadInput if the crawl has no site or no link, a target has a site's name, or the report does not use models
 */
export function countLinks(store: Store, { report: name, models: asked, self, asOf, targets }: CountOptions): Figures {
  const report = countReports.find((one) => one.name === name);
  if (!report) throw new BadInput(`unknown report ${name}`);
  if (asked && !report.byModel) throw new BadInput(`--model does not work with --report ${name}, which counts pages`);
  const models = countingModels.filter((model) => report.byModel && (asked?.includes(model.name) ?? true));
  const sites = crawledSites(store, asOf);
  const then = asOf === undefined ? '' : ' at that date: give a later --as-of, or';
  if (sites.length === 0) throw new BadInput(`${store.file} has no sites${then || ':'} crawl some with forager crawl`);
  const { places, placeOfSite } = placesOf(sites, targets);
  const pages = readLinkedPages(store, {
    ...{ models, asOf, placeOfSite },
    ...{ places: indexPlaces(places), placeCount: places.length, withOutside: report.withOutside },
  });
  if (pages.isEmpty) throw new BadInput(`${store.file} has no links${then || ':'} crawl its sites with forager crawl`);
  const linksOf = ({ name }: CountingModel) => {
    const documents = pages.documents.get(name);
    if (!documents) throw new Error(`the model ${name} was not read`);
    return documentLinks(pages, documents);
  };
  return report.figures({ places, pages, models, linksOf, self });
}
