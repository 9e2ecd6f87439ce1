import { defineConfig } from 'vite';

const SERVER = 'http://localhost:4000';

export default defineConfig({
  root: 'web',
  build: { outDir: '../dist', emptyOutDir: true },
  // One origin for the page and the API, as in production: cookies and links work.
  server: { proxy: Object.fromEntries(['/api', '/sign-in', '/account', '/set-password'].map((path) => [path, SERVER])) },
});
