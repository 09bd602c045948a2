import type { Portal } from './portal.ts';
import type { PortalMaker } from './portal-maker.ts';
import { astronomy } from './portals/astronomy.ts';
import { botany } from './portals/botany.ts';
import { chemistry } from './portals/chemistry.ts';
import { courses } from './portals/courses.ts';
import { geology } from './portals/geology.ts';
import { history } from './portals/history.ts';
import { materials } from './portals/materials.ts';
import { mathematics } from './portals/mathematics.ts';
import { music } from './portals/music.ts';
import { oceanography } from './portals/oceanography.ts';
import { philology } from './portals/philology.ts';
import { physics } from './portals/physics.ts';

const makers: readonly PortalMaker[] = [
  physics,
  history,
  courses,
  chemistry,
  philology,
  mathematics,
  music,
  geology,
  astronomy,
  botany,
  materials,
  oceanography,
];

/**
 * Makes the portals of the demo web; the same arguments give the same bytes.
 * @param scale multiplies the number of most pages; 1 gives about 9,000 in all
 */
export function demoPortals(seed: number, scale = 1): Portal[] {
  const size = (ordinary: number) => Math.max(1, Math.round(ordinary * scale));
  return makers.map((make) => make(seed, size));
}
