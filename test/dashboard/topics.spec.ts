import { expect } from '@playwright/test';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { goTo, test as plain } from './dashboard.ts';
import { test } from './studied.ts';

test('shows the topic, its words, the nearest pages, and a score term by term', async ({ page, open, db }) => {
  const [best] = ask(
    db,
    'select round(relevance, 3) as relevance, title from visits order by visits.relevance desc limit 1',
  );
  await open('topics');
  await expect(page.getByRole('region', { name: 'Its words' }).getByRole('row', { name: 'lecture' })).toContainText(
    'lectur',
  );
  const first = page.getByRole('grid').getByRole('row').nth(1);
  await expect(first).toContainText(`${best?.relevance}${best?.title}`);
  await expectAccessible(page);
  await first.getByRole('gridcell').first().click();
  const dialog = page.getByRole('dialog', { name: 'Why it matches' });
  await expect(dialog).toContainText(`Relevance ${best?.relevance} when it was visited`);
  const terms = dialog.getByRole('region', { name: 'Terms of the topic' }).getByRole('row');
  await expect(terms.nth(1)).toContainText(/^[a-z]+\d+0\.\d+/);
});

plain('a crawl without a topic says how to give it one', async ({ page }) => {
  await goTo(page, 'Topics');
  await expect(page.getByText('No run had a topic.')).toBeVisible();
});
