import { expect } from '@playwright/test';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('lists runs and events, and describes a run with its options and outcomes', async ({ page, open, db }) => {
  const [visits] = ask(db, "select count(*) as pages from visits where run = 1 and outcome = 'page'");
  await open('log');
  const runs = page.getByRole('region', { name: 'Runs' });
  await expect(runs.getByRole('row', { name: 'recrawl run 1' })).toContainText('page limit reached');
  const events = page.getByRole('region', { name: 'Events' });
  await expect(events).toContainText('recrawl run 1 started, by the rule fresh');
  await expect(events).toContainText('added: http://hist.uni.test/');
  await expectAccessible(page);
  await runs.getByRole('link', { name: '1', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run 1' });
  await expect(dialog).toContainText('Crawl, started');
  await expect(dialog.getByRole('row', { name: /^page / })).toContainText(`page${visits?.pages}`);
  await dialog.getByText('All settings').click();
  await expect(dialog.locator('pre')).toContainText('"siteRule": "ucb1"');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(page.url()).toMatch(/#\/log$/);
});
