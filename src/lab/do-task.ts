import { type LostBy, lostBy } from './missed-links.ts';
import { clairvoyant } from './oracle/clairvoyant.ts';
import { DOCUMENTS, graphOf } from './oracle/graph.ts';
import { siteOracle } from './oracle/site-oracle.ts';
import { replay } from './replay.ts';
import type { LabTask, OracleTask, TaskResult } from './tasks.ts';
import type { World } from './world.ts';

const LINKS = 'new-external-links';
/** Measures that the clairvoyant supports. */
const FORESEEN = [LINKS, DOCUMENTS];

/**
 * @param world world of the task's random seed
 * @throws BadInput for an invalid strategy
 */
export const doTask = async (task: LabTask, world: World): Promise<TaskResult> =>
  task.kind === 'replay' ? await replay(world, task.choice, task) : await askOracles(task, world);

async function askOracles(
  { pageLimit, measure, topic, strategies, workers }: OracleTask,
  world: World,
): Promise<TaskResult> {
  const graph = await graphOf(world, measure, topic);
  // Limits N to the number of all possible visits.
  const most = Math.min(
    pageLimit,
    graph.levelGains.reduce((sum, { length }) => sum + length, 0),
  );
  const losses: LostBy[] = [];
  for (const one of measure === LINKS ? strategies : [])
    losses.push(await lostBy(world, graph, one, { pageLimit: most, workers }));
  return {
    curve: siteOracle(graph.levelGains, most).curve,
    ...(FORESEEN.includes(measure) && { clairvoyant: Float64Array.from(clairvoyant(graph, { pageLimit: most })) }),
    ...(measure === LINKS && { losses }),
    web: { name: world.name, sites: graph.sites, pages: graph.pages, links: graph.externals },
  };
}
