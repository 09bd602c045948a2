import { expect } from '@playwright/test';
import { demoPortals } from '../../../src/demo/portals.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { type LegacyEncoding, legacyEncoder } from '../../../src/demo/texts/legacy-encoding.ts';
import { test } from '../../plain-test.ts';
import { ask } from '../ask.ts';

const samples: readonly { host: string; path: string; encoding: LegacyEncoding; title: string }[] = [
  { host: 'slav.uni.test', path: '/', encoding: 'koi8-r', title: 'Факультет славянской филологии' },
  { host: 'slav.uni.test', path: '/lectures/index.html', encoding: 'koi8-r', title: 'Лекции' },
  { host: 'geo.inst.test', path: '/labs.php', encoding: 'windows-1251', title: 'Институт' },
];
for (const { host, path, encoding, title } of samples) {
  test(`http://${host}${path} is ${encoding}, declared nowhere`, async () => {
    const server = await serveDemo({ portals: demoPortals(1, 0.05) });
    const { headers, body } = await ask(server.port, host, path);
    await server.close();
    expect(headers['content-type']).toBe('text/html');
    expect(body.toString('latin1')).not.toMatch(/charset|encoding/i);
    const text = new TextDecoder(encoding).decode(body);
    expect(text).toContain(title);
    expect(text.match(/[а-яё]/gi)?.length).toBeGreaterThan(500);
  });
}

test('an encoder is the inverse of the decoder', () => {
  const russian = 'Съешь ещё этих мягких французских булок, ЁЖ & <b>';
  for (const encoding of ['koi8-r', 'windows-1251'] as const) {
    expect(new TextDecoder(encoding).decode(legacyEncoder(encoding)(russian))).toBe(russian);
    expect(() => legacyEncoder(encoding)('日')).toThrow(RangeError);
  }
});
