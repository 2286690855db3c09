import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  // The server puts a fresh nonce in place of this word at every response: emotion's styles need one under the CSP.
  html: { cspNonce: 'CSP_NONCE' },
  build: { outDir: '../dist/admin', emptyOutDir: true },
  test: { environment: 'jsdom' },
});
