import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { printFolderReport } from './print-import.ts';

it('says of each file that was passed over why', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const loadConfig = (): never => {
    throw new Error('No configuration is needed.');
  };
  const report = { created: 0, updated: 0, moved: 0, unchanged: 0, failed: [], leftOut: [], passedOver: ['.draft.md', 'a/.b.md', 'c.png'] };
  printFolderReport({ stdout, stderr, loadConfig }, report, true);
  stderr.end();
  expect((await text(stderr)).trimEnd().split('\n')).toEqual([
    '.draft.md: skipped, its name begins with a dot.',
    'a/.b.md: skipped, its name begins with a dot.',
    'c.png: skipped, it is not Markdown.',
  ]);
});
