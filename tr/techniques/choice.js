import { BadInput } from '../../domain/errors.js';
import { techniques } from './registry.js';
import { captureLevels } from './technique.js';
/** The techniques of a level and of those below it. */
export const techniqueNames = (level) => new Set(techniques
    .filter((technique) => captureLevels.indexOf(technique.level) <= captureLevels.indexOf(level))
    .map(({ name }) => name));
/** Whether any of the techniques reads the documents' texts. */
export const readTexts = (names) => techniques.some(({ name, readsTexts }) => readsTexts && names.has(name));
/**
 * The techniques that a choice comes to: a level's, and then names that are added or taken out: `active,-frame,+comment`.
 *
 * @throws BadInput for a level or a name that is none
 */
export function chosenTechniques(choice) {
    const [first = '', ...changes] = choice.split(',').map((part) => part.trim());
    const level = captureLevels.find((name) => name === first);
    if (level === undefined)
        throw wrong(`"${first}" is no level`);
    const chosen = techniqueNames(level);
    for (const change of changes) {
        const name = change.slice(1);
        if (!/^[+-]/.test(change))
            throw wrong(`"${change}" must begin with + or -`);
        if (!techniques.some((technique) => technique.name === name))
            throw wrong(`"${name}" is no technique`);
        if (change.startsWith('+'))
            chosen.add(name);
        else
            chosen.delete(name);
    }
    return chosen;
}
const wrong = (what) => {
    const names = techniques.map(({ name }) => name).join(', ');
    return new BadInput(`--capture: ${what}: give one of ${captureLevels.join(', ')}, then +NAME or -NAME of ${names}`);
};
//# sourceMappingURL=choice.js.map