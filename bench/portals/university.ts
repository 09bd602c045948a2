import { createRandom } from '../../src/domain/random.ts';

/** Something with its own page. */
export interface Entry {
  readonly slug: string;
  readonly title: string;
}

interface Course extends Entry {
  /** Of study, from 1 to 3. */
  readonly year: number;
}

interface Person extends Entry {
  /** The host of the homepage. */
  readonly home: string;
}

interface Thesis extends Entry {
  readonly year: number;
  /** At another host. */
  readonly doi: string;
}

interface Appointment extends Entry {
  /** As 2026-10-05. */
  readonly date: string;
}

export interface Faculty extends Entry {
  readonly courses: readonly Course[];
  readonly people: readonly Person[];
  readonly theses: readonly Thesis[];
  readonly news: readonly Entry[];
  readonly appointments: readonly Appointment[];
}

const FACULTIES = 'Physics,History,Law,Biology,Chemistry,Music,Economics,Medicine'.split(',');
const KINDS = 'Introduction to,Topics in,Methods of,Foundations of,Seminar on,Theory of'.split(',');
const FIELDS =
  'waves,archives,contracts,cells,polymers,harmony,markets,vaccines,fields,empires,courts,genomes,catalysts,rhythm,trade,nerves'.split(
    ',',
  );
const GIVEN = 'Anna,Boris,Clara,David,Elena,Felix,Greta,Hugo,Irina,Jonas,Klara,Leon'.split(',');
const FAMILY = 'Abel,Brandt,Castro,Dietz,Egger,Falk,Gruber,Holm,Ivanov,Jensen,Keller,Lang,Moser,Novak'.split(',');
const NEWS = 'Prize for,Open day of,New laboratory of,Lecture series of,Summer school of'.split(',');
const MEETINGS = 'Colloquium,Defence,Concert,Exam,Open lab,Reading'.split(',');
/** Months with events; calendars open at the first of October. */
const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12'];

/** Makes a university: the same for the same seed. Every slug differs. */
export const university = (seed: number): readonly Faculty[] =>
  FACULTIES.map((title, index) => facultyOf(title, `university ${seed} ${index}`));

function facultyOf(title: string, key: string): Faculty {
  const random = createRandom(key);
  const slug = slugOf(title);
  let last = 100;
  const entry = (text: string): Entry => {
    last += random.between(1, 9);
    return { slug: `${slug}-${slugOf(text)}-${last}`, title: text };
  };
  const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, at) => make(at));
  const name = () => `${random.pick(GIVEN)} ${random.pick(FAMILY)}`;
  const course = () => `${random.pick(KINDS)} ${random.pick(FIELDS)}`;
  return {
    slug,
    title: `Faculty of ${title}`,
    courses: many(48, (at) => ({ ...entry(course()), year: 1 + (at % 3) })),
    people: many(16, () => {
      const person = entry(name());
      return { ...person, home: person.slug };
    }),
    theses: many(40, (at) => {
      const thesis = entry(`On ${random.pick(FIELDS)} and ${random.pick(FIELDS)}`);
      return { ...thesis, year: 2020 + (at % 6), doi: `10.5555-${thesis.slug}` };
    }),
    news: many(5, (at) => entry(`${NEWS[at]} ${title}`)),
    appointments: MONTHS.flatMap((month) =>
      random
        .sample(
          many(28, (day) => day + 1),
          4,
        )
        .sort((a, b) => a - b)
        .map((day) => ({ ...entry(random.pick(MEETINGS)), date: `${month}-${String(day).padStart(2, '0')}` })),
    ),
  };
}

const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, '-');
