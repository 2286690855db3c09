import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';

/** Vite's helper for dynamic imports looks after preloads and styles, of which the later steps have none. */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Puts what a new visitor sees first into the page, which is then painted before its program is there. */
const prerenderIntoHtml: Plugin = {
  name: 'first-page-in-html',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { path }) {
      if (path !== '/index.html') return html;
      const file = fileURLToPath(new URL('src/prerender.tsx', import.meta.url));
      const { module } = await runnerImport<typeof import('./src/prerender.js')>(file, {
        plugins: [react()],
      });
      return (
        html
          .replace('<div id="root" inert>', (root) => root + module.prerenderedHtml)
          // The first paint does not wait for it: the styles come first.
          .replace('<script type="module"', '$& fetchpriority="low"')
      );
    },
  },
};

/** Serves the visitor's page while developing; else the server does. */
const orderPage: Plugin = {
  name: 'order-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      if (/^\/order(?:[/?]|$)/.test(request.url ?? '')) request.url = '/order.html';
      next();
    });
  },
};

/**
 * The checkout, or in the mode "order" the visitor's page, which is added to what is built. Each has a program of its
 * own: in parts that both could share, the first load of the checkout would be larger.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react(), plainDynamicImports, prerenderIntoHtml, orderPage],
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: mode !== 'order',
    modulePreload: false,
    rolldownOptions: {
      input: mode === 'order' ? ['order.html'] : ['index.html', '404.html'],
      // The business facts do nothing by being imported: each file of the page takes the ones it uses.
      treeshake: {
        manualPureFunctions: ['all', 'matching', 'oneOf', 'required', 'text'],
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
    },
  },
  test: {
    environment: 'jsdom',
    // From version 25 on Node has a localStorage of its own, which hides the one of jsdom.
    execArgv: Number.parseInt(process.versions.node, 10) >= 25 ? ['--no-webstorage'] : [],
  },
}));
