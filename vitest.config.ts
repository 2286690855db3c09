import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'admin',
      'checkout',
      { test: { name: 'browser', include: ['browser/**/*.test.ts'], isolate: false } },
    ],
  },
});
