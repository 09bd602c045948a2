import { BadInput } from '../../domain/errors.ts';
import { jsonText, loadedJson } from './data.ts';
import { dataDocuments } from './data-urls.ts';
import { events, moreEvents } from './events.ts';
import { documents, files } from './files.ts';
import { header } from './header.ts';
import { attribute, frames, renderedDom } from './markup.ts';
import { navigation, requests } from './observed.ts';
import { globals, scriptText } from './scripts.ts';
import { scroll } from './scroll.ts';
import { source } from './source.ts';
import { style } from './style.ts';
import { type CaptureLevel, captureLevels, type Technique } from './technique.ts';
import { comment, plainText } from './text.ts';
import { time } from './time.ts';

/** Techniques in order of use; a link that two of them find is tagged with the first. */
export const techniques: readonly Technique[] = [
  renderedDom,
  attribute,
  frames,
  dataDocuments,
  source,
  header,
  time,
  scroll,
  events,
  moreEvents,
  navigation,
  requests,
  style,
  files,
  documents,
  loadedJson,
  scriptText,
  jsonText,
  globals,
  comment,
  plainText,
];

/** Returns the techniques of a level, including lower levels. */
export const techniqueNames = (level: CaptureLevel): Set<string> =>
  new Set(
    techniques
      .filter((technique) => captureLevels.indexOf(technique.level) <= captureLevels.indexOf(level))
      .map(({ name }) => name),
  );

/** Tells whether any of the techniques reads the documents' texts. */
export const readTexts = (names: ReadonlySet<string>): boolean =>
  techniques.some(({ name, readsTexts }) => readsTexts && names.has(name));

/**
 * Parses a choice of techniques: a level, then names to add or remove, as in `active,-frame,+comment`.
 *
 * @throws BadInput for an unknown level or name
 */
export function chosenTechniques(choice: string): ReadonlySet<string> {
  const [first = '', ...changes] = choice.split(',').map((part) => part.trim());
  const level = captureLevels.find((name) => name === first);
  if (level === undefined) throw wrong(`"${first}" is no level`);
  const chosen = techniqueNames(level);
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
