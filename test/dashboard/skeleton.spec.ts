import { expect } from '@playwright/test';
import { test } from './dashboard.ts';

test('the token in the address is exchanged for a cookie, and removed from the address', async ({ page, context }) => {
  expect(new URL(page.url()).hash).toBe('#/');
  const [cookie, ...others] = await context.cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
});

test('a violation of the content security policy fails a test', async ({ page, wrong }) => {
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => wrong.length).toBe(1);
  expect(wrong.splice(0)[0]).toContain('Content Security Policy');
});
