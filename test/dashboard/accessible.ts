import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Checks the present page for accessibility violations, in both colour schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const builder = new AxeBuilder({ page });
    // The schemes differ in colours only.
    const { violations } = await (colorScheme === 'dark' ? builder.withRules(['color-contrast']) : builder).analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
    expect(told, colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
