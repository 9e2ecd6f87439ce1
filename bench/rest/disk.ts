import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';
import { piece } from './servers/dataset.ts';

// The size of a database in SQLite whose articles were created over REST, full-text index, audit log with its chain and events included,
// against the size of the texts: drafts, and articles half of which were published without governance, whose publications are signed.
const ROWS = Number(process.argv[3] ?? 10_000);
const BYTES = 2048;

const rows: string[][] = [];
for (const [name, statusOf] of [
  ['drafts', () => 'draft'],
  ['half of them published', (index: number) => (index % 2 === 0 ? 'published' : 'draft')],
] as const) {
  const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const path = join(directory, 'disk.sqlite');
    const token = await fillNewsroom(path, 1);
    const server = await startNewsroom(`sqlite:${path}`, directory, {});
    let text = 0;
    for (let at = 0; at < ROWS; at += 10) await Promise.all(Array.from({ length: 10 }, (_, each) => create(at + each)));
    // Signing and sealing follow within a second or two.
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    await server.stop();
    const size = readdirSync(directory)
      .filter((file) => file.startsWith('disk.sqlite'))
      .reduce((total, file) => total + statSync(join(directory, file)).size, 0);
    rows.push([name, `${(size / 1e6).toFixed(1)} MB`, `${(text / 1e6).toFixed(1)} MB`, (size / text).toFixed(2), ...largest(path)]);

    async function create(index: number): Promise<void> {
      const { title, slug, body, description } = piece(index + 1, BYTES);
      const article = { title, slug: `created-${slug}`, description, body, status: statusOf(index) };
      const response = await fetch(`${server.url}/api/v1/articles`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(article),
      });
      if (response.status !== 201) throw new Error(await response.text());
      text += title.length + description.length + body.length;
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
printTable(['articles', 'database', 'texts', 'ratio', 'largest', 'second', 'third'], rows);

/** The largest tables and indexes. */
function largest(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const sizes = database.prepare('SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 3').all();
  database.close();
  return sizes.map(({ name, size }) => `${String(name)} ${(Number(size) / 1e6).toFixed(1)} MB`);
}
