import { type LegacyEncoding, legacyEncoder } from '../../src/demo/legacy-encoding.ts';
import { site, typed } from './site.ts';

const russian = (encoding: LegacyEncoding) =>
  legacyEncoder(encoding)(`<title>Кафедра русской литературы</title>
    <p>Филологический факультет. Преподаватели, студенты и аспиранты кафедры изучают историю литературы.</p>
    <a href="history.html">История кафедры и её преподаватели</a> <a href="news.html">Новости</a>`);

/** Pages that say nowhere how they are encoded. */
export const encodings = site('encodings.test', {
  '/koi8-r': typed('text/html', russian('koi8-r')),
  '/windows-1251': typed('text/html', russian('windows-1251')),
  '/utf-16': typed('text/html', Buffer.from('\ufeff<title>Заголовок</title><a href=x>Новости</a>', 'utf16le')),
});
