import { expect } from '@playwright/test';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('shows why an address was visited, why not yet, and why never', async ({ page, open, db, wrong }) => {
  const [visited] = ask(
    db,
    "select url, title from visits join internal_links_view link on link.id = visits.link where outcome = 'page' and link.level = 1 limit 1",
  );
  const [waiting] = ask(db, "select url from internal_links_view where status = 'waiting' limit 1");
  const [external] = ask(db, 'select url from external_links_view limit 1');
  await open('why');
  const address = page.getByLabel('Address of a page');
  const answer = page.locator('[aria-live=polite]').first();
  const askFor = async (url: unknown) => {
    await address.fill(String(url));
    await address.press('Enter');
  };
  await askFor(visited?.url);
  await expect(answer).toContainText('visited, status visited');
  await expect(answer).toContainText(/Visit \d+ of the crawl, on .*: page visited, reward \d/);
  await answer.getByRole('link', { name: 'Why was the page visited that links to it?' }).click();
  await expect(answer).toContainText('at level 0, its start page');

  await askFor(waiting?.url);
  await expect(answer).toContainText('still waiting, status waiting');
  await expect(answer).toContainText('It is waiting: ');
  await expect(page.getByRole('row', { name: 'hist.uni.test' })).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);

  await askFor(external?.url);
  await expect(answer).toContainText('external links are listed, not visited');
  await askFor('hist.uni.test/nobody-links-here');
  await expect(answer).toContainText('Not visited.');
  await expect(answer).toContainText('It would belong to hist.uni.test.');
  await askFor('https://elsewhere.example/');
  await expect(answer).toContainText('It belongs to no site of this crawl');
  await askFor('javascript:alert(1)');
  await expect(answer).toContainText('"javascript:alert(1)" is not an http(s) address');
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
});
