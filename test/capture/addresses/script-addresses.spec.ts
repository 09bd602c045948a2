import { expect } from '@playwright/test';
import { scriptAddresses } from '../../../src/capture/addresses/script-addresses.ts';
import { test } from '../../plain-test.ts';

/** Request methods of addresses in a script. */
const scripts: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "fetch('/api/items/3', { method: 'DELETE' })": { '/api/items/3': 'DELETE' },
  "fetch('/api/a', { headers: { 'X-A': 'b' }, method: 'post', credentials: 'include' })": { '/api/a': 'POST' },
  "fetch('/api/read')": { '/api/read': 'GET' },
  "fetch('/api/both'); fetch('/api/both', { method: 'PUT' })": { '/api/both': 'GET' },
  "axios.post('/api/x', { a: '/other/y' })": { '/api/x': 'POST', '/other/y': undefined },
  "axios({ method: 'patch', url: '/api/x' })": { '/api/x': 'PATCH' },
  "axios.get('/api/x')": { '/api/x': 'GET' },
  "$.post('/api/x', data)": { '/api/x': 'POST' },
  "$.ajax({ url: '/api/x', type: 'POST', data: { a: 1 } })": { '/api/x': 'POST' },
  'http.delete(`/api/x`)': { '/api/x': 'DELETE' },
  "const x = new XMLHttpRequest(); x.open('POST', '/api/x', true)": { '/api/x': 'POST' },
  "x.open('GET', '/api/x')": { '/api/x': 'GET' },
  "navigator.sendBeacon('/api/log', data)": { '/api/log': 'POST' },
  "fetch(new Request('/api/x', { method: 'DELETE' }))": { '/api/x': 'DELETE' },
  "const DROP = '/api/drop'; fetch(DROP, { method: 'DELETE' })": { '/api/drop': 'DELETE' },
  "const paths = { drop: '/api/drop', list: '/api/list' }; fetch(paths.drop, { method: 'DELETE' })": {
    '/api/drop': 'DELETE',
    '/api/list': undefined,
  },
  "go('/people/list')": { '/people/list': undefined },
  "const method = 'DELETE'; go('/people/list')": { '/people/list': undefined },
};

for (const [script, expected] of Object.entries(scripts)) {
  test(`methods: ${script}`, () => {
    expect(Object.fromEntries(scriptAddresses(script).map(({ raw, method }) => [raw, method]))).toEqual(expected);
  });
}
