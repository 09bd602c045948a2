import { BRIEF, TALL } from '../../site/gestures.ts';
import { addresses, expect, test } from '../fixtures.ts';

test('that pages fit into a window says nothing of one that goes on when it is scrolled', async ({ odd }) => {
  for (const page of BRIEF) await odd.page(`gestures.test/${page}`, 901);
  const found = addresses(await odd.page('gestures.test/long', 901));
  expect(found.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `/long/${n}`));
});

test('that scrolling brings nothing to pages which watch nothing says nothing of one that watches what comes into view', async ({
  odd,
}) => {
  for (const page of TALL) await odd.page(`gestures.test/${page}`, 902);
  const found = addresses(await odd.page('gestures.test/stairs', 902));
  expect(found.sort()).toEqual([1, 2, 3].map((n) => `/stairs/${n}`));
});

test('nor of one with a box that hears itself that it is scrolled', async ({ odd }) => {
  for (const page of TALL) await odd.page(`gestures.test/${page}`, 903);
  const found = addresses(await odd.page('gestures.test/shelf', 903));
  expect(found.sort()).toEqual([1, 2, 3, 4].map((n) => `/shelf/${n}`));
});
