import { techniques } from '../../src/capture/techniques/registry.ts';

/** What the mode `active` does. */
export const activeTechniques = {
  techniques: new Set(techniques.filter(({ level }) => level !== 'thorough').map(({ name }) => name)),
};
