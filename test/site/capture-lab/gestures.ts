import { lab } from './lab.ts';

/** What a gesture must be like, not only where it is made: which key, how far, with what in hand. */
export const gestures = lab('gestures.lab.test', {
  '/keys': [
    [
      `<div id=help></div><script>document.addEventListener('keydown', (event) => {
        if (event.key === '?') help.innerHTML = '<a href=/keys/help>x</a>';
        if ((event.ctrlKey || event.metaKey) && event.key === 'k') add('/keys/palette');
        if (event.key === 'Escape') help.innerHTML = '' })</script>`,
      { links: '/keys/help /keys/palette' },
    ],
    [
      `<ul id=list><li tabindex=0>One<li tabindex=0>Two</ul><script>list.onkeyup = ({ keyCode, target }) => {
        if (keyCode === 72 && target.localName === 'li') add('/keys/in-list') }</script>`,
      { links: '/keys/in-list' },
    ],
    [
      `<input id=field><script>field.addEventListener('keydown', (event) => { switch (event.code) {
        case 'F2': add('/keys/in-field'); break; case 'Delete': add('/keys/deleted') } })</script>`,
      { links: '/keys/in-field', never: '/keys/deleted' },
    ],
    [
      `<script>addEventListener('keydown', (event) => { if (event.key === 'w') deleteAll(); if (event.key === '/') add('/keys/search') });
        function deleteAll() { fetch('/keys/w') }</script>`,
      { links: '/keys/search', unsent: 'GET /keys/w' },
    ],
  ],
});
