import type { Content } from '@colophon/content';
import { printTable } from '../support/table.ts';
import { accept, draft, openDesk, statementsOf, timed } from './desk.support.ts';

// The database cost of governance as data grows: readiness of many pieces at once, lists of many versions.
const desk = await openDesk();

const pieces = await Promise.all(Array.from({ length: 100 }, () => draft(desk, 'article')));
for (const piece of pieces) await accept(piece);
const ready = (count: number) => {
  const contentIds = pieces.slice(0, count).map((each) => each.id);
  return desk.contents.evaluateReadiness({ contentIds, profileKey: 'publication' });
};
const sizes = [1, 10, 100];
const times = await timed(Object.fromEntries(sizes.map((count) => [count, { prepare: () => count, run: ready }])), 10);
const readiness: string[][] = [];
for (const count of sizes) {
  const time = times[count] ?? 0;
  const statements = await statementsOf(desk, () => ready(count));
  readiness.push([`${count} at once`, String(statements), `${time.toFixed(2)} ms`, `${(time / count).toFixed(3)} ms`]);
}
printTable(['readiness of articles', 'statements', 'in all', 'a piece'], readiness);

const FEW = 100;
const MANY = 10_000;
const small = await versioned(FEW);
const large = await versioned(MANY);
const citing = { few: await citer(small), many: await citer(large) };
const rows: string[][] = [];
for (const [what, run] of [
  ['first page of 50 versions', (content: Content) => content.listVersions({ limit: 50 })],
  ['drift of a reference to it', (content: Content) => (content === small ? citing.few : citing.many).getReferenceDrift()],
  ['another version', (content: Content) => content.mutateVersionAction({ kind: 'manual' })],
] as const) {
  const taken = await timed({ few: { prepare: () => small, run }, many: { prepare: () => large, run } }, 50);
  rows.push([
    what,
    `${taken.few.toFixed(3)} ms`,
    `${taken.many.toFixed(3)} ms`,
    `${(taken.many / taken.few).toFixed(2)}×`,
    String(await statementsOf(desk, () => run(large))),
  ]);
}
printTable(['', `${FEW} versions`, `${MANY} versions`, 'ratio', 'statements'], rows);
await desk.close();

/** A piece with this many versions: the first created normally, the others as copies of its row. */
async function versioned(count: number): Promise<Content> {
  const content = await draft(desk, 'article');
  const first = await content.mutateVersionAction({ kind: 'manual' });
  await desk.database.run({
    sql: `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO content_versions (id, "contentId", version, kind, title, summary, snapshot, metadata, "tenantId", rev, created_at, updated_at)
      SELECT id || '-' || i, "contentId", i, kind, title, summary, snapshot, metadata, "tenantId", rev, created_at, updated_at
      FROM n CROSS JOIN content_versions WHERE id = ?`,
    parameters: [count, first.id],
  });
  return content;
}

async function citer(target: Content): Promise<Content> {
  const content = await draft(desk, 'article');
  await content.addReference(target, { targetVersion: 1 });
  return content;
}
