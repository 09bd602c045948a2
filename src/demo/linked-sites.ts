import { createRandom, type Random } from '../domain/random.ts';
import type { Anchor } from './page-link.ts';
import { type Place, places } from './portal-list.ts';
import { wordList } from './texts/word-list.ts';
import { identityOf, respelt } from './url-identity.ts';

const towns = wordList(`Aldova, Brenmark, Castelnuovo, Dunhaven, Elmsford, Fernholt, Grenvik, Harlow, Istria, Jorvik,
  Karelstad, Lindau, Montreval, Nordhavn, Oakridge, Portmere, Quillan, Rosenfeld, Silverlake, Torvald, Ulmenau,
  Valmera, Westbrook, Xanten, Yarrow, Zelenberg, Arnfeld, Bellmont, Corvina, Drachten, Eastport, Falkenau, Glenmore,
  Highgate, Innsford, Kingsbury, Lowell, Marienthal, Northam, Ostrava`);

const kinds: readonly ((town: string, slug: string) => { readonly name: string; readonly host: string })[] = [
  (town, slug) => ({ name: `Technical University of ${town}`, host: `www.tu-${slug}.example` }),
  (town, slug) => ({ name: `University of ${town}`, host: `${slug}.ac.example` }),
  (town, slug) => ({ name: `${town} Academy of Sciences`, host: `academy.${slug}.example` }),
  (town, slug) => ({ name: `${town} Research Centre`, host: `research-${slug}.example` }),
  (town, slug) => ({ name: `National Library in ${town}`, host: `library.${slug}.example` }),
  (town, slug) => ({ name: `${town} Museum`, host: `museum-${slug}.org.example` }),
  (town, slug) => ({ name: `Journal of the ${town} Society`, host: `journal.${slug}-society.example` }),
  (town, slug) => ({ name: `${town} Data Repository`, host: `data.${slug}.ac.example` }),
  (town, slug) => ({ name: `${town} Science Foundation`, host: `www.${slug}-foundation.example` }),
  (town, slug) => ({ name: `City of ${town}`, host: `www.${slug}.city.example` }),
];

const paths: readonly ((random: Random) => readonly [path: string, what: string])[] = [
  () => ['/', ''],
  () => ['', ''],
  (random) => [`/research/groups/${random.between(1, 60)}/`, ', research group'],
  (random) => [`/en/projects/${random.between(2004, 2024)}/${random.between(1, 90)}.html`, ', project page'],
  (random) => [`/index.php?id=${random.between(10, 990)}`, ', programme'],
  (random) => [`/~lab${random.between(1, 80)}/publications.html`, ', publications'],
  (random) => [`/conferences/${random.between(2008, 2025)}/Call-for-Papers.html`, ', conference'],
  (random) => [
    `/vol${random.between(1, 60)}/issue${random.between(1, 6)}/article${random.between(1, 40)}`,
    ', article',
  ],
  (random) => [`/datasets/view?set=${random.between(100, 999)}&format=html`, ', data set'],
  (random) => [`/departments/${random.between(1, 30)}/staff#contact`, ', department'],
];

/** Sites that a portal knows: distinct links to about 400 invented hosts and to the other portals. */
interface Companions {
  /** Draws up to `count` links, some much more often than others. */
  draw(random: Random, count: number): Anchor[];
  /** Returns `count` links in a row, at most `size`, from number `first` on; after the last link, starts over. */
  slice(first: number, count: number): Anchor[];
}

/** @param size number of distinct links that the portal can choose from */
export function createCompanions(seed: number, self: Place, size: number): Companions {
  const random = createRandom(`${seed} ${self.host} companions`);
  const known = new Map<string, Anchor>();
  for (const place of Object.values(places)) {
    if (place.host !== self.host && random.chance(0.4)) {
      known.set(identityOf(`http://${place.host}/`), { href: `http://${place.host}/`, text: place.name });
    }
  }
  while (known.size < size) {
    const anchor = invent(random);
    const key = identityOf(anchor.href);
    if (!known.has(key)) known.set(key, anchor);
  }
  const anchors = random.sample([...known.values()], size);

  return {
    draw: (draws, count) =>
      Array.from({ length: count }, () => {
        const anchor = draws.pickEarly(anchors);
        return { ...anchor, href: respelt(anchor.href, draws.unit()) };
      }),
    slice: (first, count) => [...anchors, ...anchors].slice(first % size, (first % size) + count),
  };
}

function invent(random: Random): Anchor {
  const town = random.pick(towns);
  const { name, host } = random.pick(kinds)(town, town.toLowerCase());
  const [path, what] = random.pick(paths)(random);
  return { href: `${random.chance(0.5) ? 'https' : 'http'}://${host}${path}`, text: name + what };
}
