import { expect } from '@playwright/test';
import { languageCodes, languageOf } from '../../src/topics/languages.ts';
import { stemReader } from '../../src/topics/words.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';

const cases: readonly { what: string; languages: string[]; text: string; stems: string[] }[] = [
  {
    what: 'stems English and drops stop words, numbers and single letters',
    languages: ['en'],
    text: 'The Databases of a 2nd C Course, and their optimization',
    stems: ['databas', 'nd', 'cours', 'optim'],
  },
  {
    what: 'stems Russian',
    languages: ['ru'],
    text: 'Публикации и научные исследования кафедры',
    stems: ['публикац', 'научн', 'исследован', 'кафедр'],
  },
  { what: 'finds the words of Chinese', languages: ['zh'], text: '研究数据的学院', stems: ['研究', '数据', '学院'] },
  {
    what: 'reads several languages in one text, each by its script',
    languages: ['en', 'ru', 'zh'],
    text: 'Courses курсы 学院',
    stems: ['cours', 'курс', '学院'],
  },
  {
    what: 'tells languages of one script by their stop words',
    languages: ['en', 'de'],
    text: 'Die Forschungen der Professoren und die Veröffentlichungen',
    stems: ['forschung', 'professor', 'veroffentlich'],
  },
  {
    what: 'leaves words of other scripts as they are',
    languages: ['en'],
    text: 'Лекции Databases',
    stems: ['лекции', 'databas'],
  },
];

for (const { what, languages, text, stems } of cases) {
  test(what, () => {
    expect(stemReader(languages).read(text)).toEqual(stems);
  });
}

for (const code of languageCodes) {
  test(`language ${code} has stop words and stems, the same at every request`, () => {
    const { stops, stem } = languageOf(code);
    expect(stops.size).toBeGreaterThan(20);
    for (const word of stops) expectSame(stem(word), stem(word));
  });
}

test('one-letter stop words identify the language, too', () => {
  expect(stemReader(['en', 'es']).read('lecturas y cursos y notas')).toEqual(
    stemReader(['es']).read('lecturas y cursos y notas'),
  );
});

test('a reader that has read more words than it caches reads the same', () => {
  const reader = stemReader(['en']);
  const text = 'Courses and their lectures';
  const before = reader.read(text);
  for (let at = 0; at < 5; at++) {
    const many = Array.from({ length: 20_000 }, (_, word) =>
      `${at}x${word}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? ''),
    );
    reader.read(many.join(' '));
    expect(reader.read(text)).toEqual(before);
  }
});
