import { iconNames } from '../../safety/words.ts';

const names = [iconNames.delete, iconNames.leave]
  .join(', ')
  .split(', ')
  .filter((name) => name.length > 3)
  .join('|')
  .replaceAll(' ', '[-_ ]?');

/** Names of icons that stand for the text of a link that has none: what they say must not be overlooked. Regular expression. */
export const tellingIcons = `(?<![a-z])(?:${names})(?![a-z])`;
