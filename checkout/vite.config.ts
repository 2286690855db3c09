import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';
import { colorProperties } from '#browser/colorProperties';
import { colors } from '#domain/colors';

/** Replaces Vite's helper for dynamic imports, which loads preloads and styles: the later steps have none. */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * Loads the program after the prerendered page is painted, so as not to delay the paint; at once if the page is hidden
 * or resumed. Trusted Types forbid a script element whose address is a text.
 */
const loadProgram = (address: string): string => `
      function loadProgram() {
        if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', loadProgram);
        import('${address}').catch((error) => {
          programMissing();
          // A module that did not arrive is told on the page ("dynamically imported module", "module script"); an error
          // of the program itself is reported.
          if (!/module/i.test(error.message)) throw error;
        });
      }
      if (document.hidden || document.documentElement.className) loadProgram();
      else requestAnimationFrame(() => setTimeout(loadProgram));
    `;

/** Runs a module of the checkout and returns its `prerenderedHtml`. */
async function prerender<Html>(path: string): Promise<Html> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const { module } = await runnerImport<{ prerenderedHtml: Html }>(file, { plugins: [react()] });
  return module.prerenderedHtml;
}

/** Inserts prerendered HTML into a page, so that it is painted before its program is loaded. */
function insertInto(page: string, html: string, attributes = ''): string {
  const [tag = '', program = ''] = /<script type="module"[^>]* src="([^"]*)"><\/script>/.exec(page) ?? [];
  return page
    .replace(tag, `<script>${loadProgram(program)}</script>`)
    .replace(/(<div id="root"[^>]*)>/, (_, root) => `${root}${attributes}>${html}`);
}

/** Inserts the first step into the checkout's page. */
const prerenderCheckout: Plugin = {
  name: 'prerender-checkout',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { path }) =>
      path === '/index.html' ? insertInto(html, await prerender<string>('src/prerender.tsx')) : html,
  },
};

/**
 * Writes a page for each status of a payment beside the visitor's page, such as `order-waiting.html`, and `order-.html`
 * for a page without a status.
 */
const prerenderOrders: Plugin = {
  name: 'prerender-orders',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    if (!bundle['order.html']) return;
    const page = readFileSync(join(dir, 'order.html'), 'utf8');
    const pages = await prerender<Record<string, string>>('src/order/prerender.tsx');
    for (const [status, html] of Object.entries(pages))
      writeFileSync(join(dir, `order-${status}.html`), insertInto(page, html, ` data-status="${status}"`));
  },
};

/** Inlines the styles of a page, so that the first paint needs one response only. The server's CSP has their hash. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path, bundle = {} }) =>
      // The 404 page has the server's default CSP, which forbids inline styles.
      path === '/404.html'
        ? html
        : html.replace(/<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)">/g, (link, file: string) => {
            const asset = bundle[file];
            if (asset?.type !== 'asset') return link;
            delete bundle[file];
            return `<style>${String(asset.source).trim()}</style>`;
          }),
  },
};

/** Serves the visitor's page in development; in production the server does. */
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
 * Builds the checkout, or in the mode "order" the visitor's page, added to the same folder. They share no chunks, which
 * would make the first load of the checkout larger.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react(), plainDynamicImports, prerenderCheckout, inlineStyles, prerenderOrders, orderPage],
  css: { postcss: colorProperties },
  // The pages name these for the browser's own bars.
  define: {
    'import.meta.env.THEME_COLOR_LIGHT': JSON.stringify(colors.light.primary),
    'import.meta.env.THEME_COLOR_DARK': JSON.stringify(colors.dark.surface),
  },
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: mode !== 'order',
    modulePreload: false,
    rolldownOptions: {
      input: mode === 'order' ? ['order.html'] : ['index.html', '404.html'],
      // The modules of domain/ have no side effects: each chunk takes only the exports that it uses.
      treeshake: {
        manualPureFunctions: ['all', 'matching', 'oneOf', 'required', 'text'],
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
    },
  },
  test: {
    environment: 'jsdom',
    // See admin/vite.config.ts.
    isolate: false,
    // From version 25 on, Node has its own localStorage, which hides that of jsdom.
    execArgv: Number.parseInt(process.versions.node, 10) >= 25 ? ['--no-webstorage'] : [],
  },
}));
