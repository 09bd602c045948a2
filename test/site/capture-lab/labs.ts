import { html } from '../site.ts';
import { calendars } from './calendars.ts';
import { choices } from './choices.ts';
import { chosenTogether } from './chosen-together.ts';
import { combinations, combinationsElsewhere } from './combinations.ts';
import { components } from './components.ts';
import { controls } from './controls.ts';
import { events } from './events.ts';
import { frameworks } from './frameworks.ts';
import { gestures } from './gestures.ts';
import { lab } from './lab.ts';
import { listeners, listenersElsewhere } from './listeners.ts';
import { markup, markupElsewhere } from './markup.ts';
import { navigation } from './navigation.ts';
import { pictures } from './pictures.ts';
import { requests, requestsElsewhere } from './requests.ts';
import { safety } from './safety.ts';
import { scroll } from './scroll.ts';
import { sparse } from './sparse.ts';
import { suggestions } from './suggestions.ts';
import { time, timeElsewhere } from './time.ts';
import { views } from './views.ts';
import { wizards } from './wizards.ts';

/** The portals whose pages are read, each with its expectations. */
export const labs = {
  markup,
  events,
  frameworks,
  gestures,
  listeners,
  navigation,
  requests,
  time,
  scroll,
  combinations,
  choices,
  'chosen together': chosenTogether,
  controls,
  components,
  calendars,
  pictures,
  suggestions,
  sparse,
  views,
  wizards,
  safety,
};

/** Every portal of the lab, including targets of other portals' frames and scripts. */
export const labPortals = [
  ...Object.values(labs),
  listenersElsewhere,
  requestsElsewhere,
  timeElsewhere,
  combinationsElsewhere,
  markupElsewhere,
  lab(
    'other-lab.test',
    {},
    {
      '/leads-top': html(
        '<a href=/in-frame>x</a><script>setTimeout(() => { top.location = "http://navigation.lab.test/top-of-others/led" }, 3000)</script>',
      ),
    },
  ),
].map(({ portal }) => portal);
