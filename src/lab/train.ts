import type { Observation } from '../domain/observation.ts';
import type { Prior } from '../link-orders/learned/prior.ts';
import { joinedPrior, PriorTrainer } from '../link-orders/learned/train-prior.ts';
import { openWorld } from './open-world.ts';
import { replay } from './replay.ts';
import type { Split } from './tasks.ts';
import type { World } from './world.ts';

/**
 * Trains a prior on webs, one per file, by full crawls.
 *
 * @param onDone called after each file
 * @throws BadInput for an invalid file
 */
export async function trainPrior(
  files: readonly string[],
  split: Split | undefined,
  onDone: (web: string) => void,
): Promise<Prior> {
  const webs = new Map<string, ReturnType<PriorTrainer['weights']>>();
  for (const file of files) {
    const open = await openWorld([file], split);
    webs.set(open.name, await weightsOf(open.of(1)));
    onDone(open.name);
  }
  return joinedPrior(webs);
}

/** Returns the weights of words on one web, by a full crawl. */
export async function weightsOf(world: World): Promise<ReturnType<PriorTrainer['weights']>> {
  const trainer = new PriorTrainer();
  const observe = (observation: Observation) => trainer.learn(observation);
  const all = { pageLimit: Number.MAX_SAFE_INTEGER, workers: 1, seed: 1, observe };
  await replay(world, { strategy: 'beebot-sequential', params: {} }, all);
  return trainer.weights();
}
