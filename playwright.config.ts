import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  reporter: [['list']],
});
