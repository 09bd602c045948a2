import { GiveUpVisit, RetryVisit } from '../../src/domain/errors.ts';
import { addresses, expect, test } from './fixtures.ts';

const given: Record<string, string> = Object.fromEntries(
  ['400', '401', '403', '404', '404-empty', '410'].map((path) => [path, `HTTP ${path.slice(0, 3)}`]),
);
const retried: Record<string, string> = {
  429: 'HTTP 429',
  500: 'HTTP 500',
  '500-empty': 'HTTP 500',
  503: 'HTTP 503',
  999: 'HTTP 999',
  reset: 'ERR_',
  'empty-reply': 'ERR_EMPTY_RESPONSE',
  silence: 'no answer in time',
  'half-head': 'no answer in time',
  'two-lengths': 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH',
  'big-head': 'ERR_RESPONSE_HEADERS_TOO_BIG',
};
for (const [cases, error] of [[given, GiveUpVisit] as const, [retried, RetryVisit] as const]) {
  for (const [path, message] of Object.entries(cases)) {
    test(`${path}: ${error.name}, and the next page is read`, async ({ odd }) => {
      const thrown: unknown = await odd.read(`failures.test/${path}`).catch((reason: unknown) => reason);
      expect(thrown).toBeInstanceOf(error);
      expect(String(thrown)).toContain(message);
      expect(addresses(await odd.page('failures.test/fine'))).toEqual(['/x']);
    });
  }
}

for (const path of ['stall', 'reset-in-body', 'short', 'bad-chunk']) {
  test(`a truncated body is read as far as it arrived: ${path}`, async ({ odd }) => {
    const page = await odd.page(`failures.test/${path}`);
    expect(addresses(page)).toEqual(['/first']);
    expect(page.limits).toEqual([path === 'stall' ? 'still loading' : 'cut off']);
    expect(addresses(await odd.page('failures.test/fine'))).toEqual(['/x']);
  });
}

test('a host unknown to rules and servers', async ({ odd }) => {
  await expect(odd.read('nowhere.invalid/', 99)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
});

test('https on a port that speaks http', async ({ odd }) => {
  await expect(odd.capture.read({ url: 'https://failures.test/fine', site: 98 })).rejects.toThrow(
    'ERR_SSL_PROTOCOL_ERROR',
  );
  expect(addresses(await odd.page('failures.test/fine', 98))).toEqual(['/x']);
});

test('a port without a server', async ({ odd }) => {
  await expect(odd.read('127.0.0.1:9/', 97)).rejects.toThrow(/ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT/);
});

test('invalid web addresses', async ({ odd }) => {
  await expect(odd.capture.read({ url: 'about:blank', site: 96 })).rejects.toBeInstanceOf(GiveUpVisit);
});
