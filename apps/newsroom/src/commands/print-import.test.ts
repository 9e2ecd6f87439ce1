import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { printFolderReport } from './print-import.ts';

it('sums up what is refused or damaged, and names the first of each kind', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const many = (code: string, message: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ file: `${code}-${index}.md`, line: 1, code, message }));
  const failed = [
    ...many('publish_readiness', 'Not ready to be published: Desk.', 9003),
    ...many('bad_date', 'date is not a valid date.', 50),
  ];
  printFolderReport({ stdout, stderr }, { created: 0, updated: 0, moved: 0, unchanged: 0, failed, leftOut: [], passedOver: [] }, false);
  stderr.end();
  stdout.end();
  const lines = (await text(stderr)).trimEnd().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[0]).toMatch(/^9003 files are refused by the rules of this newsroom: Not ready to be published: Desk\. --draft /);
  expect(lines[1]).toBe('bad_date-0.md:1: date is not a valid date.');
  expect(lines.at(-1)).toBe('… and 30 more of the kind bad_date. --json names each.');
  expect(await text(stdout)).toContain('9053 failed.');
});

it('says of each file that was passed over why', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const report = { created: 0, updated: 0, moved: 0, unchanged: 0, failed: [], leftOut: [], passedOver: ['.draft.md', 'a/.b.md', 'c.png'] };
  printFolderReport({ stdout, stderr }, report, true);
  stderr.end();
  expect((await text(stderr)).trimEnd().split('\n')).toEqual([
    '.draft.md: skipped, its name begins with a dot.',
    'a/.b.md: skipped, its name begins with a dot.',
    'c.png: skipped, it is not Markdown.',
  ]);
});
