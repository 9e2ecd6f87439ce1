import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

/*
 * What a headline card and an offline map of 1200 by 630 take, the first and warm, and how much memory the process holds
 * after forty of them. Each kind in a process of its own, of the package as it is published.
 *
 *   npm run bench -- pictures
 */

interface Measured {
  readonly first: number;
  readonly warm: readonly number[];
  readonly resident: number;
}

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
await run(process.execPath, ['--conditions=@colophon/source', 'scripts/build.ts', 'pictures'], { cwd: root });
const program = join(import.meta.dirname, 'programs/draw.ts');
const rows: string[][] = [];
for (const kind of ['latin', 'arabic', 'han', 'map']) {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', program, kind]);
  const { first, warm, resident } = JSON.parse(stdout) as Measured;
  const slowest = Math.max(...warm);
  rows.push([
    kind === 'map' ? 'map' : `card, ${kind}`,
    ...[first, median(warm), slowest].map((time) => `${Math.round(time)} ms`),
    `${Math.round(resident)} MB`,
  ]);
}
printTable(['picture', 'first', 'warm, median', 'warm, slowest', 'resident'], rows);
