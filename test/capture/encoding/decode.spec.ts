import { expect } from '@playwright/test';
import iconv from 'iconv-lite';
import { decode, encodingOf } from '../../../src/capture/encoding/decode.ts';
import { test } from '../../plain-test.ts';
import { checkedWith, encoded, prosePage, tunedOn } from '../../site/prose.ts';
import { encodingsOf, shortPage, shortPages } from '../../site/short-pages.ts';

const russian = shortPage(shortPages.russian?.[0] ?? '');
const japanese = shortPage(shortPages.japanese?.[0] ?? '');
const meta = (charset: string, page: string) => page.replace('<head>', `<head><meta charset="${charset}">`);

for (const [language, encodings] of Object.entries(encodingsOf)) {
  for (const encoding of encodings) {
    test(`short pages without a declared encoding: ${language} in ${encoding}`, () => {
      for (const line of shortPages[language] ?? []) {
        const page = shortPage(line);
        const bytes = iconv.encode(page, encoding);
        const read = decode(bytes, 'text/html');
        expect(read.text, `taken for ${read.encoding}`).toBe(iconv.decode(bytes, encoding));
      }
    });
  }
}

for (const { name, encodings, text } of [...tunedOn, ...checkedWith]) {
  for (const encoding of encodings) {
    test(`prose without a declared encoding: ${name} in ${encoding}`, () => {
      for (const page of [prosePage(text, 1), prosePage(text, 12)]) {
        const bytes = encoded(page, encoding);
        const read = decode(bytes, 'text/html');
        // Some letters of some texts are missing from the encoding.
        expect(read.text, `taken for ${read.encoding}`).toBe(
          encoding === 'iso-2022-jp' ? page : iconv.decode(bytes, encoding),
        );
      }
    });
  }
}

test('the header takes precedence over the markup, a byte order mark over both', () => {
  const bytes = iconv.encode(meta('koi8-r', russian), 'windows-1251');
  expect(encodingOf(bytes, 'text/html; charset=windows-1251')).toEqual({ encoding: 'windows-1251', declared: true });
  expect(encodingOf(bytes, 'text/html')).toEqual({ encoding: 'koi8-r', declared: true });
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
    const marked = iconv.encode(meta('koi8-r', russian), encoding, { addBOM: true });
    expect(encodingOf(marked, 'text/html; charset=windows-1251')).toEqual({ encoding, declared: true });
    expect(decode(marked, '').text).toBe(meta('koi8-r', russian));
  }
});

const headers: Record<string, string> = {
  'text/html; charset=KOI8-R': 'koi8-r',
  'text/html;charset="koi8-r"; x=y': 'koi8-r',
  "text/html; Charset = 'koi8-r'": 'koi8-r',
  'text/html; charset=x-nothing': 'windows-1251',
  'text/html; charset=': 'windows-1251',
};
for (const [header, encoding] of Object.entries(headers)) {
  test(`the header ${header}`, () => {
    expect(encodingOf(iconv.encode(russian, encoding), header).encoding).toBe(encoding);
  });
}

const markup: Record<string, string> = {
  'meta charset': '<meta charset=koi8-r>',
  'meta http-equiv': `<META content='text/html; charset=koi8-r' HTTP-EQUIV="Content-Type">`,
  'meta behind a long head': `<!-- ${'x'.repeat(5000)} --><meta charset="koi8-r">`,
  'an XML declaration': '<?xml version="1.0" encoding="koi8-r"?>',
};
for (const [name, head] of Object.entries(markup)) {
  test(`declared by ${name}`, () => {
    const bytes = iconv.encode(head + russian, 'koi8-r');
    expect(encodingOf(bytes, 'text/html')).toEqual({ encoding: 'koi8-r', declared: true });
  });
}

test('UTF-16 without a byte order mark is recognised by its zeros, whatever the labels say', () => {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    for (const page of [russian, japanese]) {
      const bytes = iconv.encode(page, encoding, { addBOM: false });
      for (const label of ['', '; charset=utf-16', '; charset=utf-8', '; charset=iso-8859-1']) {
        expect(encodingOf(bytes, `text/html${label}`).encoding).toBe(encoding);
      }
      expect(decode(bytes, '').text).toBe(page);
    }
  }
  expect(encodingOf(Buffer.from('a\0b<a href="/x\0y">te\0xt</a>\0'), '').encoding).toBe('windows-1252');
});

test('wrong labels are detected by the bytes', () => {
  const cases: [page: string, encoding: string, header: string, inMarkup: string | undefined, found: string][] = [
    [russian, 'utf-8', 'iso-8859-1', undefined, 'utf-8'],
    [russian, 'utf-8', 'windows-1251', 'utf-8', 'utf-8'],
    [russian, 'utf-8', 'us-ascii', 'utf-8', 'utf-8'],
    [russian, 'windows-1251', 'utf-8', 'windows-1251', 'windows-1251'],
    [russian, 'windows-1251', 'utf-8', undefined, 'windows-1251'],
    [russian, 'koi8-r', 'utf-8', 'utf-8', 'koi8-r'],
    [russian, 'koi8-r', 'utf-16', undefined, 'koi8-r'],
    [japanese, 'euc-jp', 'shift_jis', 'euc-jp', 'euc-jp'],
    [japanese, 'utf-8', 'shift_jis', undefined, 'utf-8'],
    [japanese, 'shift_jis', 'utf-8', undefined, 'shift_jis'],
  ];
  for (const [page, encoding, header, inMarkup, found] of cases) {
    const bytes = iconv.encode(inMarkup === undefined ? page : meta(inMarkup, page), encoding);
    expect(encodingOf(bytes, `text/html; charset=${header}`), `${encoding} labelled ${header}`).toEqual({
      encoding: found,
      declared: inMarkup === found,
    });
  }
});

test('a label holds despite a few invalid bytes or a truncated last character', () => {
  const long = Buffer.from(`<p>words ${'x'.repeat(50_000)}</p>`);
  long[20_000] = 0xe9;
  expect(encodingOf(long, 'text/html; charset=utf-8')).toEqual({ encoding: 'utf-8', declared: true });
  const stray = Buffer.concat([Buffer.from(russian), Buffer.from([0xd0, 0x20])]);
  expect(encodingOf(stray, 'text/html; charset=utf-8')).toEqual({ encoding: 'utf-8', declared: true });
  expect(encodingOf(stray, '').encoding).toBe('utf-8');
  const cut = Buffer.concat([Buffer.from('<p>'), Buffer.from('Кафедра').subarray(0, -1)]);
  expect(encodingOf(cut, '').encoding).toBe('utf-8');
  expect(encodingOf(Buffer.from('<p>Caf\xe9</p>', 'latin1'), 'text/html; charset=utf-8').encoding).toBe('windows-1252');
});

test('a label of both header and markup holds despite invalid bytes; one of either only if these are few', () => {
  const utf8 = 'text/html; charset=utf-8';
  const caf = Buffer.from(
    '<html><head><meta charset="utf-8"></head><p>Caf\xe9, with one byte of another encoding</p>',
    'latin1',
  );
  expect(encodingOf(caf, utf8)).toEqual({ encoding: 'utf-8', declared: true });
  expect(encodingOf(caf, 'text/html').encoding).toBe('windows-1252');
  const mixed = Buffer.concat([
    Buffer.from(meta('utf-8', '<head>Grüße aus Köln: Öffnungszeiten')),
    Buffer.from([0xfc, 0x20, 0xe4, 0x20, 0xf6, 0x20, 0xe9]),
  ]);
  expect(encodingOf(mixed, utf8)).toEqual({ encoding: 'utf-8', declared: true });
  // Except where only the labels say so.
  const other = iconv.encode(meta('utf-8', russian), 'windows-1251');
  expect(encodingOf(other, utf8)).toEqual({ encoding: 'windows-1251', declared: false });
});

test('ISO-2022-JP, declared or not', () => {
  const bytes = Buffer.from('<title>\x1b$B?t3X2J\x1b(B</title>', 'latin1');
  expect(decode(bytes, 'text/html; charset=iso-2022-jp')).toEqual({
    text: '<title>数学科</title>',
    encoding: 'iso-2022-jp',
  });
  expect(encodingOf(bytes, '')).toEqual({ encoding: 'iso-2022-jp', declared: false });
});

test('characters that Node decodes differently from browsers', () => {
  const texts: Record<string, string> = {
    'windows-1252': '“5 € – œuvre”',
    'euc-kr': '갂갃 똠',
    big5: '䕸㗎',
    gbk: '€㐀中',
    shift_jis: '①髙',
  };
  for (const [encoding, text] of Object.entries(texts)) {
    const bytes = iconv.encode(`<title>${text}</title>`, encoding === 'gbk' ? 'gb18030' : encoding);
    expect(decode(bytes, `text/html; charset=${encoding}`).text).toBe(`<title>${text}</title>`);
  }
});

test('an ASCII page is windows-1252, as in browsers; no bytes are an empty text', () => {
  expect(decode(Buffer.from('<a href=x>x</a>'), '')).toEqual({ text: '<a href=x>x</a>', encoding: 'windows-1252' });
  expect(decode(new Uint8Array(), 'text/html')).toEqual({ text: '', encoding: 'windows-1252' });
});
