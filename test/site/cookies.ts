import { html, site } from './site.ts';

/** Letters as in headers: UTF-8, one byte per character. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Shows the cookies received, and sets one. */
export const cookies = site('cookies.test', {
  '/letters': ({ headers }) =>
    html(`<a href=/cookie/${encodeURIComponent(headers.cookie ?? 'none')}>x</a>`, {
      'set-cookie': [`name=${asBytes('я "a" b')}; Path=/letters`, 'a=1; Domain=test', 'b=2; Domain=other.test', '=c'],
    }),
  '/pile': () =>
    html('piled', {
      'set-cookie': Array.from({ length: 3 }, (_, index) => `pile${index}=${'x'.repeat(3000)}; Path=/`),
    }),
  '/refusing': ({ headers }) =>
    (headers.cookie?.length ?? 0) > 8000
      ? { status: 431, headers: {}, body: 'too large' }
      : html('<a href=/read>x</a>'),
  '/broken': { status: 400, headers: {}, body: 'bad' },
  '/': ({ headers }) =>
    html(
      `<a href=/cookie/${encodeURIComponent(headers.cookie ?? 'none')}>x</a>
      <script>localStorage.n = 1 + Number(localStorage.n || 0);
      document.body.insertAdjacentHTML('beforeend', '<a href=/visits/' + localStorage.n + '>x</a>')</script>`,
      {
        'set-cookie': 'session=1; Path=/',
      },
    ),
});
