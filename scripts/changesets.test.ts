import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('every changeset names packages of this repository, so that a release can be made from all of them', () => {
  const packages = globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map(
    (path) => (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { name: string }).name,
  );
  const unknown = globSync('.changeset/*.md', { cwd: ROOT }).flatMap((path) => {
    const [, matter = ''] = readFileSync(join(ROOT, path), 'utf8').split(/^---$/m);
    const names = [...matter.matchAll(/^['"]?([^'":\s]+)['"]?:/gm)].map(([, name = '']) => name);
    return names.length === 0 ? [`${basename(path)} names none`] : names.filter((name) => !packages.includes(name));
  });
  expect(unknown).toEqual([]);
});
