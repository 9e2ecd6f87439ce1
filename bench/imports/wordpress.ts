import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printTable } from '../support/table.ts';

// A generated WordPress export (`MEGABYTES`, 100 unless given), imported into an empty SQLite database twice: the duration, and the maximum
// memory of the process. It runs with V8's young generation as small as the command `newsroom` sets it, from source: about 50 MB of that
// are the stripping of types.
const MEGABYTES = Number(process.env['MEGABYTES'] ?? 100);
const PARAGRAPH =
  'The council met in the old town hall and talked about the new library until midnight, as <em>everybody</em> had expected. ';
const run = promisify(execFile);

interface Measured {
  readonly created: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly seconds: number;
  readonly peak: number;
}

const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
try {
  const file = join(folder, 'export.xml');
  const items = await writeExport(file, MEGABYTES * 1_000_000);
  const rows: (string | number)[][] = [];
  for (const what of ['empty database', 'the same again']) {
    const program = join(import.meta.dirname, 'programs/import-site.ts');
    const { stdout } = await run(
      process.execPath,
      [...process.execArgv, '--max-semi-space-size=8', program, file, `sqlite:${join(folder, 'bench.sqlite')}`],
      {
        maxBuffer: 1_000_000,
      },
    );
    const measured = JSON.parse(stdout) as Measured;
    if (measured.failed > 0 || measured.created + measured.unchanged !== items) throw new Error(`Not all was imported: ${stdout}`);
    rows.push([what, items, measured.seconds.toFixed(1), Math.round(items / measured.seconds), Math.round(measured.peak / 1_000_000)]);
  }
  printTable([`A WordPress export of ${MEGABYTES} MB`, 'items', 'seconds', 'items a second', 'most memory, MB'], rows);
} finally {
  if (existsSync(folder)) await rm(folder, { recursive: true });
}

/** Posts of 8 KB on average, some of them of 200 KB; returns their number. */
async function writeExport(file: string, size: number): Promise<number> {
  const stream = createWriteStream(file);
  let written = 0;
  const write = async (text: string): Promise<void> => {
    written += text.length;
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
      'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://blog.example</wp:base_blog_url>\n',
  );
  let items = 0;
  while (written < size) {
    items += 1;
    const paragraphs = items % 100 === 0 ? 1600 : 20 + (items % 80);
    const body = Array.from({ length: paragraphs }, (_, index) => (index % 5 === 0 ? `<strong>${index}</strong> ${PARAGRAPH}` : PARAGRAPH));
    await write(
      `<item><title>Piece ${items}</title><link>https://blog.example/${items}/</link><dc:creator>ada</dc:creator><content:encoded><![CDATA[${body.join('\n\n')}]]></content:encoded>` +
        `<excerpt:encoded></excerpt:encoded><wp:post_id>${items}</wp:post_id><wp:post_date_gmt>2014-03-12 10:00:00</wp:post_date_gmt><wp:post_name>piece-${items}</wp:post_name>` +
        `<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="post_tag" nicename="tag-${items % 50}">Tag ${items % 50}</category>` +
        '<wp:postmeta><wp:meta_key>_edit</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta></item>\n',
    );
  }
  await write('</channel></rss>\n');
  await new Promise<void>((resolve, reject) => stream.end((error?: Error | null) => (error ? reject(error) : resolve())));
  return items;
}
