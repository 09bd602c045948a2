import { expect } from '@playwright/test';
import { test } from '../../../plain-test.ts';
import { moduleOf } from '../in-page.ts';
import { openTwoWorlds } from './two-worlds.ts';

/** Hidden trees of a document known to our world after its scripts have run. */
async function known(body: string): Promise<unknown> {
  const { inOurs, close } = await openTwoWorlds(`${moduleOf('page-world/hidden-trees.ts')}.reportHiddenTrees`, body);
  const trees = await inOurs("({ closed: ours.ofSharedElement('closed'), changes: ours.ofSharedElement('changes') })");
  await close();
  return trees;
}

for (const [what, body, expected] of [
  ['none', `<div></div><script>const never = () => document.body.attachShadow({ mode: 'closed' })</script>`, [0, 0]],
  [
    'a closed one that grows',
    `<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<a href=/x>x</a>'</script>`,
    [1, 1],
  ],
  [
    'texts in a closed one',
    `<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' }); root.textContent = 'one'</script>`,
    [1, 0],
  ],
  [
    'an address in a closed one',
    `<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<a>x</a>';
    Promise.resolve().then(() => { root.firstChild.href = '/x' })</script>`,
    [1, 2],
  ],
  [
    'an open one of an element of the language, and one in it',
    `<div id=host></div><script>const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<x-y></x-y>';
    root.firstChild.attachShadow({ mode: 'open' }).innerHTML = '<a href=/x>x</a>'</script>`,
    [0, 2],
  ],
  [
    'an open one that is looked for',
    `<x-y id=host></x-y><script>host.attachShadow({ mode: 'open' }).innerHTML = '<a href=/x>x</a>'</script>`,
    [0, 0],
  ],
  [
    'an open one in a closed one',
    `<x-y id=host></x-y><script>const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<x-z></x-z>';
    root.firstChild.attachShadow({ mode: 'open' }).innerHTML = '<a href=/x>x</a>'</script>`,
    [1, 2],
  ],
  [
    'a declared one that a script gets hold of',
    `<x-y><template shadowrootmode=closed><i>i</i></template></x-y><script>customElements.define('x-y', class extends HTMLElement {
      constructor() { super(); this.attachInternals().shadowRoot.innerHTML = '<a href=/x>x</a>' } })</script>`,
    [1, 1],
  ],
  [
    'one that a script writes',
    `<script>document.write('<p><template shadowrootmode="closed"><a href=/x>x</a></template></p>')</script>`,
    [1, 0],
  ],
  [
    'one that a script parses',
    `<p id=p></p><script>p.setHTMLUnsafe('<b><template shadowrootmode=closed><a href=/x>x</a></template></b>')</script>`,
    [1, 0],
  ],
] as const)
  test(`hidden trees are recognised: ${what}`, async () => {
    const [closed, changes] = expected;
    expect(await known(body)).toEqual({ closed, changes });
  });
