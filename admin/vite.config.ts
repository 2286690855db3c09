import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { colorProperties } from '../browser/colorProperties.js';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  css: { postcss: colorProperties },
  // The server replaces this word with a fresh nonce in every response: emotion's styles need one under the CSP.
  html: { cspNonce: 'CSP_NONCE' },
  build: { outDir: '../dist/admin', emptyOutDir: true },
  test: {
    environment: 'jsdom',
    // From version 25 on, Node has its own localStorage, which hides that of jsdom.
    execArgv: Number.parseInt(process.versions.node, 10) >= 25 ? ['--no-webstorage'] : [],
  },
});
