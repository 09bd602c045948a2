import { html, site } from './site.ts';

const link = '<a href=/first>First</a>';
const FILL = 'const kept = []; const fill = () => kept.push(new Uint8Array(40e6).fill(1));';

/** Pages that use more and more memory. */
export const greedy = site('greedy.test', {
  '/plain': html(link),
  '/buffers': html(`${link}<script>${FILL} setInterval(fill, 0)</script>`),
  '/strings': html(`${link}<script>const kept = []; setInterval(() => {
    kept.push(new Array(4e6).fill(kept.length + 0.5)) }, 0)</script>`),
  '/at-once': html(`${link}<script>${FILL} for (;;) fill()</script>`),
});
