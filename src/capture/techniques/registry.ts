import { attribute } from './attribute.ts';
import { frames } from './frames.ts';
import { renderedDom } from './rendered-dom.ts';
import type { Technique } from './technique.ts';

/** In the order in which a link found twice is tagged: by the first that found it. */
export const techniques: readonly Technique[] = [renderedDom, attribute, frames];
