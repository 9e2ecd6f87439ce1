import { expect, it } from 'vitest';
import { cacheFolder } from './keep-compiled.ts';

it.each([
  ['file:///work/colophon/apps/newsroom/bin/run.js', 'file:///work/colophon/node_modules/.cache/newsroom'],
  ['file:///work/colophon/apps/newsroom/dist/newsroom.js', 'file:///work/colophon/node_modules/.cache/newsroom'],
  ['file:///srv/paper/node_modules/@colophon/newsroom/dist/newsroom.js', 'file:///srv/paper/node_modules/.cache/newsroom'],
])('what %s compiled is kept in %s', (module, folder) => {
  expect(cacheFolder(module).href).toBe(folder);
});
