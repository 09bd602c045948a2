import { BadInput } from '../../domain/errors.ts';
import { techniques } from './registry.ts';
import { type CaptureLevel, captureLevels, type Technique } from './technique.ts';

/** How much is done where nothing is said. */
export const DEFAULT_CAPTURE: CaptureLevel = 'active';

/**
 * The techniques' names that a choice comes to: a level, with all techniques of it and of those below, and then names
 * that are added or taken out: `active,-frame,+comment`.
 *
 * @throws BadInput for a level or a name that is none
 */
export function chosenTechniques(choice: string): ReadonlySet<string> {
  const [level = '', ...changes] = choice.split(',').map((part) => part.trim());
  const levels: readonly string[] = captureLevels;
  const depth = levels.indexOf(level);
  if (depth < 0) throw wrong(`"${level}" is no level`);
  const chosen = new Set(
    techniques.filter((technique) => levels.indexOf(technique.level) <= depth).map(({ name }) => name),
  );
  for (const change of changes) {
    const name = change.slice(1);
    if (!/^[+-]/.test(change)) throw wrong(`"${change}" must begin with + or -`);
    if (!techniques.some((technique) => technique.name === name)) throw wrong(`"${name}" is no technique`);
    if (change.startsWith('+')) chosen.add(name);
    else chosen.delete(name);
  }
  return chosen;
}

const wrong = (what: string): BadInput => {
  const names = techniques.map(({ name }) => name).join(', ');
  return new BadInput(`--capture: ${what}: give one of ${captureLevels.join(', ')}, then +NAME or -NAME of ${names}`);
};

/** The techniques of these names, in the registry's order; the default choice if none are given. */
export const techniquesNamed = (names = chosenTechniques(DEFAULT_CAPTURE)): readonly Technique[] =>
  techniques.filter(({ name }) => names.has(name));
