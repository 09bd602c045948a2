import type { Lexicon } from './lexicon.ts';
import { wordList } from './word-list.ts';

export const english: Lexicon = {
  language: 'en',
  givenNames:
    wordList(`Anna, Oleg, Maria, Peter, Irene, Paul, Helen, Victor, Nora, Simon, Clara, Leo, Vera, Hugo, Edith,
    Martin, Alice, Boris, Judith, Felix, Olga, Thomas, Ingrid, Samuel, Tamara, Roman, Julia, Anton, Rose, Daniel`),
  familyNames: wordList(`Berg, Ivanova, Lindholm, Novak, Carter, Petrov, Duarte, Okafor, Schmidt, Rossi, Tanaka, Moreau,
    Kallio, Nielsen, Horvath, Silva, Keller, Popova, Walsh, Ahmed, Virtanen, Costa, Weiss, Marin, Olsen, Fischer,
    Sato, Laurent, Toivonen, Baker, Koval, Mendez, Larsen, Hughes, Orlova, Brandt, Dunn, Ferrari, Grieg, Hansen`),
  openers:
    wordList(`In recent years, As a rule, Since the first expedition, According to the annual report, In practice,
    For this reason, At the same time, Beyond the usual scope, Under laboratory conditions, In the spring term,
    Together with its partners, Thanks to a new grant, Over the past decade, By long tradition, On closer inspection,
    With the help of students, In the second year, After the reform, As the reviewers noted, In many cases`),
  adjectives: wordList(`new, careful, comparative, systematic, numerical, theoretical, practical, international, joint,
    regional, historical, modern, experimental, complete, long, short, annual, open, precise, broad, detailed, regular,
    useful, independent, simple, complex, early, late, rare, common, stable, dynamic, large, small, public, classical,
    critical, quantitative, unexpected, original`),
  nouns: wordList(`study, survey, method, seminar, project, report, archive, collection, laboratory, programme, model,
    experiment, observation, course, lecture, catalogue, expedition, workshop, database, measurement, theory, analysis,
    thesis, journal, conference, calculation, review, instrument, group, network, approach, textbook, excursion,
    exhibition, comparison, commission, hypothesis, reconstruction, simulation, contribution`),
  verbs: wordList(`describes, explains, compares, supports, presents, continues, covers, examines, includes, reveals,
    improves, documents, extends, measures, connects, introduces, confirms, questions, completes, illustrates,
    summarises, replaces, follows, accompanies, clarifies, prepares, evaluates, shows, corrects, collects`),
  objects:
    wordList(`results of earlier work, foundations of the subject, notes of the first lecturers, limits of the method,
    questions from the entrance examination, sources kept in the archive, properties of the samples, needs of teachers,
    structure of the curriculum, history of the faculty, series of measurements, conditions of the field season,
    data of neighbouring stations, terms used by practitioners, errors found by the reviewers, links between disciplines,
    plan for the coming year, skills of young researchers, materials of the conference, work of visiting scholars,
    changes of the last century, relations with industry, rules of good practice, state of the instruments,
    problems set in the seminar, results of the competition, contents of the reading list, list of open questions`),
  places: wordList(`in the main building, at the summer school, in the reading room, on the northern campus,
    at the field station, in the first semester, in the computing centre, during the winter session, at the museum,
    in the lecture hall, before the academic council, at partner universities, in the teaching laboratory,
    on the observation platform, in the faculty library, at the annual meeting, in the workshop, at the institute,
    for graduate students, for the general public`),
  sentence(random, subject) {
    const clause = `the ${random.pick(this.adjectives)} ${random.pick(this.nouns)} ${random.pick(this.verbs)} the ${random.pick(this.objects)}`;
    const form = random.below(4);
    if (form === 0) return `${random.pick(this.openers)}, ${clause} ${random.pick(this.places)}.`;
    if (form === 1) return `${clause}, and the ${random.pick(this.nouns)} of ${subject} follows.`;
    if (form === 2) return `${clause} ${random.pick(this.places)}.`;
    return `In ${subject}, ${clause}, as the ${random.pick(this.adjectives)} ${random.pick(this.nouns)} shows.`;
  },
  labels: {
    home: 'Home',
    seeAlso: 'See also',
    files: 'Downloads',
    contact: 'Contact',
    print: 'Print this page',
    writeTo: 'Write to us',
    parts: 'Pages',
    outbound: wordList(
      `Partners, External links, Related resources, Elsewhere on the Web, Cooperation, Further reading`,
    ),
    outboundNotes: wordList(`partner:, see also:, funded by, in cooperation with, data from, published in, hosted by,
      project site:, member of, further reading:`),
  },
};
