/**
 * Checks the architecture: a room (a folder of a package) imports only the rooms, packages and libraries that `rooms.json` lists for it.
 *
 * `npm run check:rooms` checks, and compares the ladder in docs/architecture.md; `npm run check:rooms -- --draw` writes that ladder;
 * `npm run check:rooms -- --arrows` prints which room imports which, as a first entry for a new package.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { checkRooms } from './rooms/check-rooms.ts';

const PAGE = 'docs/architecture.md';
const { faults, files, arrows, drawing } = checkRooms('.');
const page = readFileSync(PAGE, 'utf8');
const drawn = page.replace(/(<!-- rooms -->\n)[^]*(<!-- \/rooms -->)/, (_, begin: string, end: string) => `${begin}\n${drawing}\n\n${end}`);

if (process.argv.includes('--arrows')) for (const [room, others] of arrows) console.log(room, [...others].toSorted().join(' '));
const isDrawing = process.argv.includes('--draw');
if (isDrawing) writeFileSync(PAGE, drawn);
const stale = isDrawing || drawn === page ? [] : [`${PAGE}: the ladder is not the one of rooms.json: npm run check:rooms -- --draw`];
for (const fault of [...faults, ...stale]) console.error(fault);
console.log(
  `${files} files, ${[...arrows.values()].reduce((sum, { size }) => sum + size, 0)} arrows, ${faults.length + stale.length} faults`,
);
process.exitCode = faults.length + stale.length > 0 ? 1 : 0;
