import { RecordedWorld, type SharedWorld } from './recording.ts';
import type { SyntheticSpec } from './synthetic/spec.ts';
import { syntheticWorld } from './synthetic/synthetic-world.ts';
import type { World } from './world.ts';

/** A web as threads hand it to each other: one that is recorded, or how it is made up. */
export type SharedWeb = SharedWorld | SyntheticSpec;

/** The worlds of a web, by random seed. */
export function worldsOf(web: SharedWeb): (seed: number) => World {
  if ('tables' in web) {
    let world: World | undefined;
    return () => {
      world ??= RecordedWorld.from(web);
      return world;
    };
  }
  let last: { readonly seed: number; readonly world: World } | undefined;
  return (seed) => {
    if (last?.seed !== seed) last = { seed, world: syntheticWorld(web, String(seed)) };
    return last.world;
  };
}
