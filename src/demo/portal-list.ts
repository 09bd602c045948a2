import type { Portal } from './portal.ts';

/** Identity of a portal; its content is its file in `portals/`. */
export type Place = Pick<Portal, 'name' | 'shortName' | 'host' | 'kind'>;

/** Sites of the demo web, in the order of lists. These sites link to each other. */
export const places = {
  physics: place('Faculty of Physics', 'Physics', 'phys.uni.test', 'university'),
  history: place('Department of History', 'History', 'hist.uni.test', 'university'),
  courses: place('Course Catalogue', 'Courses', 'courses.uni.test', 'university'),
  chemistry: place('School of Chemistry', 'Chemistry', 'chem.uni.test', 'university'),
  philology: place('Faculty of Slavic Philology', 'Philology', 'slav.uni.test', 'university'),
  mathematics: place('Faculty of Mathematics', 'Mathematics', 'math.uni.test', 'university'),
  music: place('School of Music', 'Music', 'music.uni.test', 'university'),
  geology: place('Institute of Geology', 'Geology', 'geo.inst.test', 'institute'),
  astronomy: place('Old Observatory', 'Observatory', 'astro.inst.test', 'institute'),
  botany: place('Botanical Institute', 'Botany', 'bot.inst.test', 'institute'),
  materials: place('Institute of Materials', 'Materials', 'mat.inst.test', 'institute'),
} as const;

/** Site that the others do not link to. */
export const oceanography: Place = place('Institute of Oceanography', 'Oceanography', 'ocean.inst.test', 'institute');

function place(name: string, shortName: string, host: string, kind: Portal['kind']): Place {
  return { name, shortName, host, kind };
}
