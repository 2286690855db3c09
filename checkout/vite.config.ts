import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Vite's helper for dynamic imports looks after preloads and styles, of which the later steps have none. */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

export default defineConfig({
  plugins: [react(), plainDynamicImports],
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: ['index.html', '404.html'],
      // The business facts do nothing by being imported: each file of the page takes the ones it uses.
      treeshake: {
        manualPureFunctions: ['all', 'matching', 'oneOf', 'required', 'text'],
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
    },
  },
  test: { environment: 'jsdom' },
});
