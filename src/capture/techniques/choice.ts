import { techniques } from './registry.ts';
import { type CaptureLevel, captureLevels } from './technique.ts';

/** The techniques of a level and of those below it. */
export const techniqueNames = (level: CaptureLevel): ReadonlySet<string> =>
  new Set(
    techniques
      .filter((technique) => captureLevels.indexOf(technique.level) <= captureLevels.indexOf(level))
      .map(({ name }) => name),
  );
