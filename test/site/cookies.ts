import { html, site } from './site.ts';

/** Shows the cookies that it was sent, and sets one. */
export const cookies = site('cookies.test', {
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
