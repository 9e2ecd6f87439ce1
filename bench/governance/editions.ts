import { Assets, type Content, ContentAssets } from '@colophon/content';
import { printTable } from '../support/table.ts';
import { accept, draft, openDesk, timed } from './desk.support.ts';

// What it costs that readers get editions: publishing against saving a draft, writing to what is published against writing to a draft,
// describing a picture that many published pieces show against one that a single one shows, and the room of an edition on disk.
const USERS = Number(process.argv[3] ?? 10_000);
const PIECES = 1000;
const desk = await openDesk();
const { database } = desk;
const rows: string[][] = [];

function row(what: string, floor: string, { base, work }: { base: number; work: number }): void {
  rows.push([what, floor, `${base.toFixed(2)} ms`, `${work.toFixed(2)} ms`, `${(work / base).toFixed(2)}×`]);
}

async function reviewed(type: string): Promise<Content> {
  const content = await draft(desk, type);
  if (type === 'article') await accept(content);
  return content;
}

async function published(type: string): Promise<Content> {
  const content = await reviewed(type);
  content.status = 'published';
  return content.save();
}

const asset = () =>
  new Assets(database).add({ name: 'oak.png', altText: 'An oak.', mimeType: 'image/png', url: 'https://pictures.example/oak.png' });

for (const type of ['note', 'article'])
  row(
    `publish (${type === 'note' ? 'plain' : 'governed'})`,
    'save a draft',
    await timed(
      {
        base: { prepare: () => reviewed(type), run: (content) => ((content.category = 'news'), content.save()) },
        work: { prepare: () => reviewed(type), run: (content) => ((content.status = 'published'), content.save()) },
      },
      20,
    ),
  );

const picture = await asset();
const attach = (content: Content) =>
  new ContentAssets(database).add({ content_id: content.id, asset_id: picture.id, relationship: 'inline', tenantId: null });
row(
  'attach a picture to a published piece',
  'to a draft',
  await timed({ base: { prepare: () => draft(desk, 'note'), run: attach }, work: { prepare: () => published('note'), run: attach } }, 20),
);

/** A picture that a number of published pieces show. */
async function shownBy(users: number): Promise<string> {
  const { id } = await asset();
  await database.transaction(async () => {
    for (let each = 0; each < users; each += 1) {
      const content = await draft(desk, 'note');
      await new ContentAssets(database).add({ content_id: content.id, asset_id: id, relationship: 'inline', tenantId: null });
      content.status = 'published';
      await content.save();
    }
  });
  return id;
}

async function describe(id: string): Promise<number> {
  const shown = await new Assets(database).require(id);
  shown.altText = `Another text ${performance.now()}`;
  const began = performance.now();
  await shown.save();
  return performance.now() - began;
}
const [one, many] = [await shownBy(1), await shownBy(USERS)];
row(`alternative text of a picture in ${USERS} pieces`, 'in one piece', { base: await describe(one), work: await describe(many) });

rows.push(['an edition on disk', 'its piece', ...(await room())]);

/** The bytes that a plain piece takes as a draft, and more if it is published. */
async function room(): Promise<string[]> {
  const own = await openDesk();
  const size = async (): Promise<number> => {
    const [pages, bytes] = [
      await own.database.first({ sql: 'PRAGMA page_count', parameters: [] }),
      await own.database.first({ sql: 'PRAGMA page_size', parameters: [] }),
    ];
    return Number(pages?.['page_count']) * Number(bytes?.['page_size']);
  };
  const empty = await size();
  const made: Content[] = [];
  await own.database.transaction(async () => {
    for (let each = 0; each < PIECES; each += 1) made.push(await draft(own, 'note'));
  });
  const drafts = await size();
  await own.database.transaction(async () => {
    for (const content of made) {
      content.status = 'published';
      await content.save();
    }
  });
  const all = await size();
  await own.close();
  const [piece, edition] = [(drafts - empty) / PIECES, (all - drafts) / PIECES];
  return [`${piece.toFixed(0)} B`, `${edition.toFixed(0)} B`, `${(edition / piece).toFixed(2)}×`];
}

printTable(['', 'against', 'floor', 'with editions', 'ratio'], rows);
await desk.close();
