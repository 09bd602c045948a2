import type { TopicDefinition } from '../src/domain/topic.ts';
import type { NamedStrategy } from '../src/lab/tasks.ts';
import type { World } from '../src/lab/world.ts';
import { documentTypes } from '../src/url/file-types.ts';
import { atLeast, atMost, figure, type Metric } from './benchmark.ts';
import { foundWith, pagesFor, type TopicCurve, type TopicTask, topicCurves } from './topic-crawl.ts';

/** Webs with fewer documents are not measured. */
const FEWEST = 30;
/** Pages after which documents are counted; half the web if it is smaller than twice that. */
const PAGES = 1000;

/** Documents of a web, crawled for. */
export interface DocumentsResult {
  readonly name: string;
  readonly all: number;
  readonly pages: number;
  readonly curves: readonly TopicCurve[];
}

/** Links to a topic's target documents on a page, and whether there are any. */
export function documentsOf({ targets }: TopicDefinition): TopicTask['finds'] {
  const { isDocument } = documentTypes(targets.types);
  return ({ answer }) => {
    if (answer.outcome !== 'page') return [];
    return answer.links.flatMap(({ link }) => (link.kind !== 'bad' && isDocument(link.url) ? [link.key] : []));
  };
}

/** Searches for the documents of a web; undefined if it has too few. */
export async function documentsResult(
  world: World,
  topic: TopicDefinition,
  strategies: readonly NamedStrategy[],
): Promise<DocumentsResult | undefined> {
  const finds = documentsOf(topic);
  const task = { name: `${world.name} documents`, world, topic, finds, isRelevant: finds };
  const [first, ...others] = strategies;
  if (!first) return undefined;
  const known = await topicCurves(task, [first]);
  const all = Math.max(...known.map(({ found }) => found.at(-1) ?? 0));
  if (all < FEWEST) return undefined;
  const more = await topicCurves(task, others);
  const [level] = known;
  const curves = level ? [level, ...more] : more;
  return { name: task.name, all, pages: Math.max(...curves.map(({ found }) => found.length - 1)), curves };
}

/** Documents with N pages compared with level's and R3's, and the share of the pages for nine tenths. */
export function documentMetrics(
  results: readonly DocumentsResult[],
  { level, r3 }: { readonly level: string; readonly r3: string },
): Metric[] {
  return results.flatMap(({ name, all, pages, curves }) => {
    const limit = Math.min(PAGES, Math.round(pages / 2));
    const of = (strategy: string) => {
      const curve = curves.find((one) => one.name === strategy);
      return curve ? foundWith(curve, limit) : Number.NaN;
    };
    return curves.flatMap((curve) => {
      const found = foundWith(curve, limit);
      const needed = pagesFor(curve, 0.9, all) / pages;
      const least: typeof figure = curve.name === 'topic' ? (...of) => atLeast(1.3, ...of) : figure;
      const most: typeof figure = curve.name === 'topic' ? (...of) => atMost(0.25, ...of) : figure;
      return [
        figure(`${name} (${all}), ${curve.name}: with ${limit} pages`, found, 'documents'),
        ...(curve.name === level || curve.name === r3
          ? []
          : [
              least(`${name}, ${curve.name}: of level's with ${limit} pages`, found / of(level), ''),
              least(`${name}, ${curve.name}: of R3's with ${limit} pages`, found / of(r3), ''),
            ]),
        most(`${name}, ${curve.name}: share of the ${pages} pages for 90 %`, needed, ''),
      ];
    });
  });
}
