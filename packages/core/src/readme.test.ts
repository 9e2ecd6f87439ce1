import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the tour of the README does what it says, line by line', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const code = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]).join('\n');
  const said = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map((match) => match[1]);
  // Below the package, so that its imports are found as those of anyone who uses it.
  const folder = await mkdtemp(fileURLToPath(new URL('../.tour-', import.meta.url)));
  try {
    await writeFile(join(folder, 'tour.ts'), code);
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@colophon/source', join(folder, 'tour.ts')]);
    expect(stdout.trim().split('\n')).toEqual(said);
    expect(said.length).toBeGreaterThan(5);
  } finally {
    await rm(folder, { recursive: true });
  }
});
