import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Asks for the program once the prerendered page is painted, which it would delay; at once where there is none to be
 * seen.
 */
const loadProgram = (address: string): string => `
      function loadProgram() {
        const program = document.createElement('script');
        program.type = 'module';
        program.src = '${address}';
        document.head.append(program);
      }
      if (document.hidden || document.documentElement.className) loadProgram();
      else requestAnimationFrame(() => setTimeout(loadProgram));
    `;

/** What a module of the checkout exports as `prerenderedHtml`. */
async function prerender<Html>(path: string): Promise<Html> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const { module } = await runnerImport<{ prerenderedHtml: Html }>(file, { plugins: [react()] });
  return module.prerenderedHtml;
}

/** A page with what a visitor sees first, which is painted before its program is there. */
function insertInto(page: string, html: string, attributes = ''): string {
  const [tag = '', program = ''] = /<script type="module"[^>]* src="([^"]*)"><\/script>/.exec(page) ?? [];
  return page
    .replace(tag, `<script>${loadProgram(program)}</script>`)
    .replace(/(<div id="root"[^>]*)>/, (_, root) => `${root}${attributes}>${html}`);
}

/** Puts the first step into the checkout's page. */
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
 * Makes a page of each status of a payment beside the visitor's page, `order-waiting.html` and the like, and
 * `order-.html` for one of which the server says nothing.
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

/** Puts the styles of a page into it: the first paint waits for no second answer. The server's policy names their hash. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path, bundle = {} }) =>
      // The 404 page has the server's common policy, which allows no styles in a page.
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
  plugins: [react(), plainDynamicImports, prerenderCheckout, inlineStyles, prerenderOrders, orderPage],
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
