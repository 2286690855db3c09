/// <reference types="vitest/config" />
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig, runnerImport } from 'vite';
import { colorProperties } from '#browser/colorProperties';
import { colors } from '#domain/platform/colors';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageFacts,
  languages,
  pageFile,
} from '#domain/platform/languages';

/** Replaces Vite's helper for dynamic imports, which loads preloads and styles: the later steps have none. */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * Loads the program after the prerendered page is painted, so as not to delay the paint, and its texts at the same time;
 * at once if the page is hidden or resumed. Trusted Types forbid a script element whose address is a text.
 */
const loadProgram = (addresses: readonly string[]): string => `
      function loadProgram() {
        if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', loadProgram);
        Promise.all([${addresses.map((address) => `import('${address}')`).join(', ')}]).catch((error) => {
          programMissing();
          // A module that did not arrive is told on the page ("dynamically imported module", "module script"); an error
          // of the program itself is reported.
          if (!/module/i.test(error.message)) throw error;
        });
      }
      if (document.hidden || document.documentElement.className) loadProgram();
      else requestAnimationFrame(() => setTimeout(loadProgram));
    `;

type PageTexts = Record<string, string>;

/** Runs a module of the checkout and returns one of its exports. */
async function run<Module>(path: string): Promise<Module> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  return (await runnerImport<Module>(file, { plugins: [react()] })).module;
}

/** The links to a page in its other languages. */
const languageLinks = (language: Language): string =>
  languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a class="language" href="?lang=${other}" lang="${other}" hreflang="${other}">${languageFacts[other].ownName}</a>`,
    )
    .join('');

/** Fills in the texts of a page: {{site}}. */
async function fillPage(page: string, language: Language): Promise<string> {
  const { pageTexts } = await run<{ pageTexts: Record<Language, PageTexts> }>('src/texts/pageTexts.ts');
  const values = {
    ...pageTexts[language],
    lang: languageFacts[language].tag,
    languageLinks: languageLinks(language),
  };
  return page.replace(/\{\{(\w+)\}\}/g, (name, key: keyof typeof values) => {
    const text = values[key];
    if (text === undefined) throw new Error(`No text ${name}`);
    return text;
  });
}

/** Inserts prerendered HTML into a page, so that it is painted before its program is loaded. */
function insertInto(
  page: string,
  html: string,
  modulesWith: (program: string) => string[],
  attributes = '',
): string {
  const [tag = '', program = ''] = /<script type="module"[^>]* src="([^"]*)"><\/script>/.exec(page) ?? [];
  return page
    .replace(tag, `<script>${loadProgram(modulesWith(program))}</script>`)
    .replace(/(<div id="root"[^>]*)>/, (_, root) => `${root}${attributes}>${html}`);
}

/** The modules that prerender pages, and the texts that these need first, by the file of the page. */
const prerendered = {
  'index.html': { module: 'src/prerender.tsx', texts: 'first' },
  'order.html': { module: 'src/order/prerender.tsx', texts: 'order' },
} as const;

/**
 * Writes each page in every language: the checkout with its first step, and the visitor's page once for each status of a
 * payment, such as `order-waiting.html`, and `order-.html` for a page without a status.
 */
const writePages: Plugin = {
  name: 'write-pages',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => name.endsWith('.html'))) {
      const page = readFileSync(join(dir, file), 'utf8');
      const own = prerendered[file as keyof typeof prerendered] as
        | (typeof prerendered)[keyof typeof prerendered]
        | undefined;
      const html =
        own && (await run<{ prerenderedHtml: Record<Language, PageTexts> }>(own.module)).prerenderedHtml;
      for (const language of languages) {
        const filled = await fillPage(page, language);
        writeFileSync(join(dir, pageFile(language, file.slice(0, -'.html'.length))), filled);
        if (!own || !html) continue;
        const texts = Object.values(bundle).find(
          (chunk) =>
            chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(`texts/${language}/${own.texts}.ts`),
        )?.fileName;
        if (!texts) throw new Error(`The texts of ${file} are no chunk of their own`);
        const modulesWith = (program: string) => {
          const entry = bundle[program.slice(1)];
          const imported = entry?.type === 'chunk' ? entry.imports : [];
          return [program, ...[...imported, texts].map((name) => `/${name}`)];
        };
        for (const [name, content] of Object.entries(html[language])) {
          const status = name.startsWith('order-') ? ` data-status="${name.slice('order-'.length)}"` : '';
          const whole = insertInto(filled, content, modulesWith, status);
          writeFileSync(join(dir, pageFile(language, name)), whole);
        }
      }
    }
  },
};

/** Fills in the texts of a page in development: in the language of ?lang=fr. */
const fillTexts: Plugin = {
  name: 'fill-texts',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { originalUrl = '' }) => {
      const asked = new URL(originalUrl, 'http://localhost').searchParams.get('lang');
      return fillPage(html, isLanguage(asked) ? asked : defaultLanguage);
    },
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
export default defineConfig(({ command, mode }) => ({
  plugins: [react(), plainDynamicImports, fillTexts, inlineStyles, writePages, orderPage],
  css: { postcss: colorProperties },
  define: {
    // React's developer tools are for `npm run dev`: a visitor does not load the way to them.
    ...(command === 'build' && { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }),
    // The pages name these for the browser's own bars.
    'import.meta.env.THEME_COLOR_LIGHT': JSON.stringify(colors.light.primary),
    'import.meta.env.THEME_COLOR_DARK': JSON.stringify(colors.dark.surface),
  },
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: mode !== 'order',
    modulePreload: false,
    rolldownOptions: {
      input: mode === 'order' ? ['order.html'] : ['index.html', '404.html'],
      // One chunk of all that the first load takes: smaller than several, and loaded at once.
      output: {},
      // The modules of domain/ have no side effects: each chunk takes only the exports that it uses.
      treeshake: {
        manualPureFunctions: ['all', 'described', 'emailFormat', 'matching', 'oneOf', 'required', 'text'],
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test-setup.ts'],
    // See admin/vite.config.ts.
    isolate: false,
    // From version 25 on, Node has its own localStorage, which hides that of jsdom.
    execArgv: Number.parseInt(process.versions.node, 10) >= 25 ? ['--no-webstorage'] : [],
  },
}));
