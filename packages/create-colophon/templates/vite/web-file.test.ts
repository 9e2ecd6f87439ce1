import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { webFile } from './web-file.ts';

let folder: string;
before(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'web-'));
  folder = join(parent, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(parent, 'secret.js'), 'secret');
  await writeFile(join(folder, 'index.html'), '<p>page</p>');
  await writeFile(join(folder, 'assets/a-1.js'), 'script');
});
after(() => rm(join(folder, '..'), { recursive: true }));

const get = (path: string, method = 'GET') => webFile(new Request(`http://localhost${path}`, { method }), undefined, folder);

test('files are answered with their type, and kept by browsers if they never change', async () => {
  const script = await get('/assets/a-1.js');
  assert.equal(await script?.text(), 'script');
  assert.match(script?.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.match(script?.headers.get('cache-control') ?? '', /immutable/);
});

test('every other address is a page of the application', async () => {
  assert.equal(await (await get('/'))?.text(), '<p>page</p>');
  assert.equal(await (await get('/notes/1'))?.text(), '<p>page</p>');
});

test('nothing else is', async () => {
  for (const path of ['/api/v1/nothing', '/assets/none.js', '/%2e%2e/secret.js', '/..%2fsecret.js'])
    assert.equal(await get(path), undefined);
  assert.equal(await get('/', 'POST'), undefined);
});
