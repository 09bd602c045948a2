import { isLoopback, parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { BadInput } from '../../../src/domain/errors.ts';
import { expect, test } from '../fixtures.ts';

/** Rules, host, port, and the resulting target; undefined if no rule applies. */
const table: readonly (readonly [rules: string, host: string, port: string, to: string | undefined])[] = [
  ['', 'a.test', '80', undefined],
  ['MAP * 127.0.0.1', 'any.example', '80', '127.0.0.1:'],
  ['MAP *.test 127.0.0.1:8088', 'a.b.test', '80', '127.0.0.1:8088'],
  ['MAP *.test 127.0.0.1:8088', 'test', '80', undefined],
  ['MAP *.test 127.0.0.1:8088', 'a.test.example', '80', undefined],
  ['map *.TEST 127.0.0.1', 'A.Test', '80', '127.0.0.1:'],
  ['MAP a.test:8080 127.0.0.1:1', 'a.test', '8080', '127.0.0.1:1'],
  ['MAP a.test:8080 127.0.0.1:1', 'a.test', '80', undefined],
  ['MAP a?.test 127.0.0.1', 'ab.test', '80', '127.0.0.1:'],
  ['MAP a?.test 127.0.0.1', 'a.test', '80', undefined],
  ['MAP a.test 127.0.0.1', 'axtest', '80', undefined],
  ['MAP * 127.0.0.1, EXCLUDE www.test', 'www.test', '80', undefined],
  ['EXCLUDE *.test , MAP * 127.0.0.1', 'b.test', '80', undefined],
  ['EXCLUDE *.test , MAP * 127.0.0.1', 'b.example', '80', '127.0.0.1:'],
  ['MAP a.test 127.0.0.1:1, MAP *.test 127.0.0.1:2', 'a.test', '80', '127.0.0.1:1'],
  ['MAP a.test 127.0.0.1:1, MAP *.test 127.0.0.1:2', 'b.test', '80', '127.0.0.1:2'],
  ['MAP *.test ~NOTFOUND', 'a.test', '80', '~NOTFOUND:'],
  ['MAP *.test [::1]:80', 'a.test', '443', '[::1]:80'],
  [',, MAP  a.test   b.test ,', 'a.test', '80', 'b.test:'],
];
for (const [rules, host, port, to] of table) {
  test(`"${rules}" leads ${host}:${port} to ${to}`, () => {
    const found = parseHostRules(rules).resolve(host, port);
    expect(found && `${found.host}:${found.port}`).toBe(to);
  });
}

const misspelt = [
  'MAP',
  'MAP a.test',
  'MAP a b c',
  'EXCLUDE',
  'EXCLUDE a b',
  'GO a b',
  'MAP a.test b:x',
  'MAP a:b:c d',
];
for (const rules of misspelt) {
  test(`"${rules}" is bad input`, () => {
    expect(() => parseHostRules(rules)).toThrow(BadInput);
    expect(() => parseHostRules(`MAP ok.test 127.0.0.1, ${rules}`)).toThrow(/--host-rules/);
  });
}

const loopback: readonly (readonly [url: string, rules: string, isLoopback: boolean])[] = [
  ['http://127.0.0.1/', '', true],
  ['http://127.9.9.9:8080/', '', true],
  ['http://[::1]/', '', true],
  ['http://localhost:3000/', '', true],
  ['http://a.localhost/', '', true],
  ['http://LOCALHOST/', '', true],
  ['http://0x7f.1/', '', true],
  ['http://128.0.0.1/', '', false],
  ['http://127.0.0.1.example/', '', false],
  ['http://localhost.example/', '', false],
  ['http://a.test/', '', false],
  ['http://a.test/', 'MAP *.test 127.0.0.1:8088', true],
  ['http://a.test/', 'MAP a.test:80 127.0.0.1', true],
  ['https://a.test/', 'MAP a.test:80 127.0.0.1', false],
  ['https://a.test/', 'MAP a.test:443 localhost', true],
  ['http://a.test:8080/', 'MAP a.test:8080 [::1]:1', true],
  ['http://a.test/', 'MAP * 127.0.0.1, EXCLUDE a.test', false],
  ['http://localhost/', 'MAP * 192.0.2.1', false],
  ['http://a.test/', 'MAP * ~NOTFOUND', false],
];
for (const [url, rules, expected] of loopback) {
  test(`${url} with "${rules}" ${expected ? 'stays' : 'does not stay'} on this machine`, () => {
    expect(isLoopback(new URL(url), parseHostRules(rules))).toBe(expected);
  });
}
