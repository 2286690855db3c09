/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { colorProperties } from '#browser/colorProperties';

/** Parts of lists and of records, which the first screen has none of: they are fetched with the first of these. */
const laterParts =
  /ra-ui-materialui.*\/(?:detail|list|Labeled|field\/[EFNRT])|mui.*\/(?:Tab|Pagination)|admin\/src\/(?:audit|care|mail|ui\/exports\/ExportMenu|ui\/lists\/(?:List|FilterBar|Pagination|selection|neighbours)|ui\/forms\/(?:FormBody|DeleteWithConfirmButton|useMeantEmail))|domain\/(?:customers\/email-suggestion|payments\/(?:plan|overdue)|auth\/second-factor|texts\/en\/(?:details|payment))/;

/**
 * One chunk has what four parts of the program or more share. A chunk for every set of parts that share something, as
 * Rolldown makes by default, is sixty files for a list: loading them takes a fifth more processor time.
 */
const chunks = {
  groups: [
    { name: 'login', tags: ['$initial' as const], priority: 1 },
    { name: 'shared', minShareCount: 4, test: (id: string) => !laterParts.test(id) },
  ],
};

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  css: { postcss: colorProperties },
  // The server replaces this word with a fresh nonce in every response: emotion's styles need one under the CSP.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: '../dist/admin',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: 'src/app/test-setup.ts',
    // Loading packages and a document anew for each file takes three times as long as the tests: a file leaves nothing
    // behind that another one sees, and mocks no module.
    isolate: false,
    // A busy machine takes long to render a whole screen.
    testTimeout: 60_000,
    // From version 25 on, Node has its own localStorage, which hides that of jsdom.
    execArgv: Number.parseInt(process.versions.node, 10) >= 25 ? ['--no-webstorage'] : [],
  },
});
