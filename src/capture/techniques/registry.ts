import { attribute } from './attribute.ts';
import { comment } from './comment.ts';
import { frames } from './frames.ts';
import { header } from './header.ts';
import { jsonText } from './json-text.ts';
import { plainText } from './plain-text.ts';
import { renderedDom } from './rendered-dom.ts';
import { scriptText } from './script-text.ts';
import { source } from './source.ts';
import { style } from './style.ts';
import type { Technique } from './technique.ts';

/** In the order in which a link found twice is tagged: by the first that found it. */
export const techniques: readonly Technique[] = [renderedDom, attribute, frames, source, header, style];

/** What only looks like links; in the same order, after all others. */
export const guesses: readonly Technique[] = [scriptText, jsonText, comment, plainText];
