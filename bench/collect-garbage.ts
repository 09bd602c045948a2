import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

setFlagsFromString('--expose-gc');
const collect = z.function({ input: [], output: z.unknown() }).parse(runInNewContext('gc'));

/** Runs a full collection now, so that one contender's garbage is not collected in another's time. */
export const collectGarbage = (): void => {
  collect();
};
