import { createRandom } from '../../domain/random.ts';
import type { Answer } from '../portal.ts';
import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { plainSkin } from '../skins/plain-skin.ts';
import { slug } from '../slug.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { treePortal } from '../tree-portal.ts';

const subjects = wordList(
  'variable stars, sunspots, comets, double stars, meteors, lunar craters, time signals, eclipses',
);

/** Slow old server: pages are sent in three chunks with pauses between them, cut at any byte. */
export const astronomy: PortalMaker = (seed, size) => {
  const place = places.astronomy;
  const plan = createPlan(seed, place, english, 60);

  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(2, 2) });
  for (const topic of ['Instruments', 'Observers', 'Visitors', 'Time service', 'Library']) {
    tree.add(tree.start, { path: `/${slug(topic)}`, title: topic });
  }
  tree.addSection(tree.start, {
    page: { path: '/bulletins', title: 'Bulletins', listStyle: 'table' },
    items: size(22),
    perPart: 22,
    partPath: (part) => `/bulletins/part-${part}`,
    item: (index) => ({
      path: `/bulletins/${index + 1}`,
      title: `Bulletin ${index + 1}: ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(0, 5),
    }),
  });
  tree.add(tree.start, { path: '/links', title: 'Other observatories', outbound: plan.collection(25) });

  return treePortal({ seed, place, tree, lexicon: english, subjects, sentences: [24, 36] }, (view, page) =>
    slowly(plainSkin(view), `${seed} ${page.path}`),
  );
};

function slowly(html: string, key: string): Answer {
  const random = createRandom(key);
  const bytes = Buffer.from(html);
  const first = Math.floor(bytes.length * (0.2 + 0.2 * random.unit()));
  const second = Math.floor(bytes.length * (0.6 + 0.2 * random.unit()));
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: [
      { pause: 0, bytes: bytes.subarray(0, first) },
      { pause: random.between(40, 120), bytes: bytes.subarray(first, second) },
      { pause: random.between(40, 120), bytes: bytes.subarray(second) },
    ],
  };
}
