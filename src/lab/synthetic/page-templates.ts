const list = (text: string): readonly string[] => text.split(/\s+/);

export const themes = list(`limnology acoustics philology hydraulics genetics metallurgy phonetics oceanography
  economics taxonomy seismology archaeology statistics botany cartography informatics linguistics optics
  meteorology zoology`);
export const nouns = list(`report seminar thesis collection journal project lecture survey exhibition grant archive
  programme dictionary textbook expedition museum laboratory review`);
const surnames = list(`ivanov petrova smirnov orlova volkov lebedeva novikov sokolova kozlov pavlova egorov
  fedorova zaitsev belova tarasov kiseleva`);
export const sections = list('science education structure news library history projects contacts students journals');
export const places = list(`baltic northern ladoga onega ural siberian volga karelian arctic pacific caspian amur
  central eastern western nordic alpine danube coastal inland`);
export const bodies = list(`academy museum library society foundation observatory university press institute union
  journal archive centre college agency`);

/** Returns a word of a list for any whole number from 0. */
export const words = (from: readonly string[], number: number): string => from[number % from.length] ?? '';

/** Template of pages: addresses, tag path of links to them, and tag path of their external links. */
interface PageTemplate {
  /** Returns the path below the site's start; the id is its last number. */
  readonly path: (id: number) => string;
  /** Tag path of links to such pages. */
  readonly entry: string;
  /** Tag path of external links on such pages. */
  readonly list: string;
  readonly anchor: (id: number) => string;
}

const year = (id: number): number => 1998 + (id % 14);
const month = (id: number): string => String(1 + (id % 12)).padStart(2, '0');

export const pageTemplates: readonly PageTemplate[] = [
  {
    path: (id) => `news/${year(id)}/${month(id)}/${id}.html`,
    entry: 'html body div div div h3 a',
    list: 'html body div div div p a',
    anchor: (id) => `${words(themes, id)}: ${words(nouns, id)} of ${month(id)}.${year(id)}`,
  },
  {
    path: (id) => `index.php?page=${id}`,
    entry: 'html body table tbody tr td ul li a',
    list: 'html body table tbody tr td p a',
    anchor: (id) => `${words(themes, id)}, ${words(nouns, id)}`,
  },
  {
    path: (id) => `staff/${words(surnames, id)}-${id}/`,
    entry: 'html body div table tbody tr td a',
    list: 'html body div div dl dd a',
    anchor: (id) => `${words(surnames, id)} ${String.fromCharCode(65 + (id % 26))}.`,
  },
  {
    path: (id) => `structure/${words(themes, id)}/${id}.htm`,
    entry: 'html body div div ul li a',
    list: 'html body div div ol li a',
    anchor: (id) => `department of ${words(themes, id)}`,
  },
  {
    path: (id) => `publications/${year(id)}/paper${id}.php`,
    entry: 'html body div div ol li p a',
    list: 'html body div div div ul li a',
    anchor: (id) => `${words(nouns, id)} on ${words(themes, id)}, ${year(id)}`,
  },
  {
    path: (id) => `forum/viewtopic.php?t=${id}`,
    entry: 'html body form table tbody tr td span a',
    list: 'html body form table tbody tr td div a',
    anchor: (id) => `question about ${words(themes, id)}`,
  },
  {
    path: (id) => `conferences/${words(themes, id)}-${id}/`,
    entry: 'html body div div div ul li strong a',
    list: 'html body div div div table tbody tr td a',
    anchor: (id) => `conference on ${words(themes, id)} ${year(id)}`,
  },
  {
    path: (id) => `resources/${words(nouns, id)}/${id}.html`,
    entry: 'html body div ul li ul li a',
    list: 'html body div dl dt a',
    anchor: (id) => `resources: ${words(nouns, id)}`,
  },
  {
    path: (id) => `library/catalogue.php?card=${id}`,
    entry: 'html body div form table tbody tr td a',
    list: 'html body div div p span a',
    anchor: (id) => `${words(surnames, id)}: ${words(themes, id)}`,
  },
];
