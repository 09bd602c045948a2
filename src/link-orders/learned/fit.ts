import { here, type Later, OtherThread } from '../later.ts';
import { type Examples, fitTrees, type Trees } from './boosted-trees.ts';

const SIZE = { trees: 40, depth: 4, rate: 0.15, leastRows: 3, shrinkage: 1 } as const;

export const fit = (examples: Examples): Trees => fitTrees(examples, SIZE);

/** Fits trees when they are asked for first. */
export const fitHere = (examples: Examples): Later<Trees> => here(fit, examples);

const thread = new OtherThread(import.meta.url, 'fit-thread', fit);

/** Fits trees in another thread, once that is begun. */
export const fitInThread = (examples: Examples): Later<Trees> => thread.later(examples);
