import iconv from 'iconv-lite';
import { type LegacyEncoding, legacyEncoder } from '../../src/demo/texts/legacy-encoding.ts';
import { encodingsOf, shortPage, shortPages } from './short-pages.ts';
import { site, typed } from './site.ts';

const russian = (encoding: LegacyEncoding) =>
  legacyEncoder(encoding)(`<title>Кафедра русской литературы</title>
    <p>Филологический факультет. Преподаватели, студенты и аспиранты кафедры изучают историю литературы.</p>
    <a href="history.html">История кафедры и её преподаватели</a> <a href="news.html">Новости</a>`);

/** `LANGUAGE/ENCODING`: each language in each of its encodings. */
export const written = Object.entries(encodingsOf).flatMap(([language, encodings]) =>
  encodings.map((encoding) => ({ language, encoding, path: `${language}/${encoding}` })),
);

const pageIn = (language: string): string => shortPage(shortPages[language]?.[0] ?? '');
const withMeta = (page: string, charset: string): string => page.replace('<head>', `<head><meta charset="${charset}">`);

const shorts = written.flatMap(({ language, encoding, path }) => {
  const page = pageIn(language);
  const bytes = iconv.encode(page, encoding);
  return [
    [`/by-header/${path}`, typed(`text/html; charset=${encoding}`, bytes)],
    [`/by-meta/${path}`, typed('text/html', iconv.encode(withMeta(page, encoding), encoding))],
    [`/undeclared/${path}`, typed('text/html', bytes)],
    [`/mislabelled/${path}`, typed('text/html; charset=utf-8', iconv.encode(withMeta(page, encoding), encoding))],
  ] as const;
});

const japanese = pageIn('japanese');

/** In UTF-16 Cyrillic letters, too, are two bytes below 128. */
const russianLinks = '<html><head><title>Новости</title></head><body><a href="/x?q=Новости">Кафедра</a></body></html>';
const hebrewLinks = '<html><head><title>עברית</title></head><body><a href="/x?q=עברית">חדשות</a></body></html>';

export const encodings = site('encodings.test', {
  '/koi8-r': typed('text/html', russian('koi8-r')),
  '/windows-1251': typed('text/html', russian('windows-1251')),
  '/untyped': typed('', russian('koi8-r')),
  '/framed': typed('text/html', Buffer.concat([russian('koi8-r'), Buffer.from('<iframe src=/windows-1251></iframe>')])),
  '/utf-16': typed('text/html', Buffer.from('\ufeff<title>Заголовок</title><a href=x>Новости</a>', 'utf16le')),
  '/utf-16be': typed('text/html', iconv.encode(japanese, 'utf-16be', { addBOM: true })),
  '/utf-16le-unmarked': typed('text/html', iconv.encode(japanese, 'utf-16le', { addBOM: false })),
  '/utf-16be-unmarked': typed('text/html', iconv.encode(japanese, 'utf-16be', { addBOM: false })),
  '/utf-16le-of-low-bytes': typed('text/html', iconv.encode(russianLinks, 'utf-16le', { addBOM: false })),
  '/utf-16be-of-low-bytes': typed('text/html', iconv.encode(russianLinks, 'utf-16be', { addBOM: false })),
  '/x-mac-cyrillic': typed('text/html', iconv.encode(withMeta(russianLinks, 'x-mac-cyrillic'), 'maccyrillic')),
  '/iso-8859-8-i': typed('text/html', iconv.encode(withMeta(hebrewLinks, 'iso-8859-8-i'), 'iso-8859-8')),
  '/utf-8': typed('text/html; charset=utf-8', japanese),
  '/utf-8-marked': typed('text/html; charset=koi8-r', `\ufeff${japanese}`),
  '/utf-8-as-latin1': typed('text/html; charset=iso-8859-1', withMeta(japanese, 'utf-8')),
  '/utf-8-undeclared': typed('text/html', japanese),
  ...Object.fromEntries(shorts),
});
