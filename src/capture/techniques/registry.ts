import { events, moreEvents } from './events.ts';
import { frames } from './frames.ts';
import { navigation } from './navigation.ts';
import { renderedDom } from './rendered-dom.ts';
import { requests } from './requests.ts';
import { scroll } from './scroll.ts';
import type { Technique } from './technique.ts';
import { time } from './time.ts';

/** In the order in which they are used; a link that two find is tagged with the first. */
export const techniques: readonly Technique[] = [
  renderedDom,
  frames,
  time,
  scroll,
  events,
  moreEvents,
  navigation,
  requests,
];
