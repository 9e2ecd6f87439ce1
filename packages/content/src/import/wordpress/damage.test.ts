import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newsroomIn } from '../../../test/support.ts';
import { Contents, importSiteFile, type SiteImportReport } from '../../index.ts';
import { wxr, type WxrFixture, wxrItem } from '../testing/make-wxr.ts';
import { WxrReader } from './read-wxr.ts';
import type { WxrEvent } from './wxr-item.ts';

const folder = await mkdtemp(join(tmpdir(), 'colophon-damaged-wxr-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'export.xml');

const five = (change: (item: string, id: number) => string): string =>
  wxr(
    Array.from({ length: 5 }, (_, index) => index + 1)
      .map((id) => change(wxrItem({ id, title: `Piece ${id}`, body: `Body ${id}` }), id))
      .join(''),
  );

describe('a damaged WordPress export', () => {
  let contents: Contents;
  let report: SiteImportReport;
  beforeEach(async () => {
    contents = new Contents((await newsroomIn(await openDatabase('sqlite::memory:'))).database);
  });

  const importing = async (xml: string | Buffer): Promise<SiteImportReport> => {
    await writeFile(file, xml);
    report = await importSiteFile({ database: contents.database, file });
    return report;
  };
  const pieces = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await contents.list({ orderBy: 'title' })).map(({ title, body }) => [title, body.trim()]));
  const failures = (): unknown[] => report.failed.map(({ id, code }) => [id, code]);
  const total = (): number => Object.values(report.types).reduce((sum, each) => sum + each.total, 0);

  it('with an ampersand that is not escaped keeps all its pieces, and their texts apart', async () => {
    const titles: WxrFixture[] = [
      { id: 1, title: 'R&D at sea' },
      { id: 2, title: 'The second' },
      { id: 3, title: 'Third', status: 'draft', body: 'Nobody may read this' },
      { id: 4, title: 'AT&T; and more' },
      { id: 5, title: 'Q&A &amp; &#8217;more&#8217; &nbsp;&copy;' },
    ];
    expect(await importing(wxr(titles))).toMatchObject({ created: 5, failed: [], endedEarly: null });
    expect(await pieces()).toEqual({
      'R&D at sea': 'Text',
      'The second': 'Text',
      Third: 'Nobody may read this',
      'AT&T; and more': 'Text',
      'Q&A & ’more’ ©': 'Text',
    });
    const { status } = await contents.bySlug({ slug: 'piece-3' });
    expect(status).toBe('draft');
    expect(report.notes['XML errors repaired']).toBeGreaterThan(3);
  });

  it('with one behind everything loses nothing', async () => {
    expect(await importing(five((item, id) => (id === 1 ? item.replace('Piece 1', 'R&D at sea') : item)))).toMatchObject({
      created: 5,
      failed: [],
    });
  });

  const damage: [string, (item: string, id: number) => string, ReturnType<typeof failures>][] = [
    ['a tag that is not closed', (item, id) => (id === 2 ? item.replace('<title>', '<title ') : item), [['2', 'not_well_formed']]],
    [
      'tags in the wrong order',
      (item, id) => (id === 2 ? item.replace('</title>', '</item></title>') : item),
      [
        ['line 17', 'not_well_formed'],
        ['line 18', 'not_well_formed'],
      ],
    ],
    ['no end of an item', (item, id) => (id === 2 ? item.replace('</item>', '') : item), [['2', 'not_well_formed']]],
    [
      'an attribute that is not closed',
      (item, id) => (id === 2 ? item.replace('<wp:status>', '<category domain="x>N</category><wp:status>') : item),
      [['2', 'not_well_formed']],
    ],
    [
      'an unknown prefix',
      (item, id) => (id === 2 ? item.replace('<wp:status>', '<zz:a>x</zz:a><wp:status>') : item),
      [['2', 'not_well_formed']],
    ],
    [
      'a text that is not escaped',
      (item, id) => (id === 2 ? item.replace('Piece 2', 'A <em>big</em> piece') : item),
      [['2', 'not_well_formed']],
    ],
    [
      'the remains of two items in one',
      (item, id) => (id === 2 ? item.replace('</item>', '<wp:status>publish</wp:status></item>') : item),
      [['2', 'not_well_formed']],
    ],
    [
      'a CDATA section that is never closed',
      (item, id) => (id === 2 ? item.replace('Body 2]]>', 'Body 2') : item),
      [['2', 'not_well_formed']],
    ],
    ['no type', (item, id) => (id === 2 ? item.replace('<wp:post_type>post</wp:post_type>', '') : item), [['2', 'no_type']]],
    [
      'another item with its id',
      (item, id) => (id === 2 ? item.replace('<wp:post_id>2<', '<wp:post_id>1<') : item),
      [['1', 'same_id_twice']],
    ],
    [
      'a comment that is never closed',
      (item, id) => (id === 2 ? item.replace('Piece 2', 'Piece <!-- 2') : item),
      [['2', 'not_well_formed']],
    ],
  ];
  it.each(damage)('with %s names what did not arrive, and imports the others', async (_name, change, expected) => {
    await importing(five(change));
    const arrived = Object.keys(await pieces());
    expect(total() - (report.failed.length + arrived.length)).toBe(0);
    expect(arrived).toEqual(expect.arrayContaining(['Piece 1']));
    expect(report.failed.length).toBeGreaterThan(0);
    if (expected.length > 0) expect(failures()).toEqual(expected);
    for (const [title, body] of Object.entries(await pieces())) expect(body).toBe(title.replace('Piece', 'Body'));
    expect(report.problems.failed).toBe(report.failed.length);
  });

  it.each([
    ['3 < 5', '3 < 5'],
    ['a ]]> b', 'a ]]> b'],
    ['Bell \u0008 rings \u0000 here \uFFFF', 'Bell rings here'],
  ])('repairs the title %j', async (title, expected) => {
    expect(await importing(five((item, id) => (id === 2 ? item.replace('Piece 2', title) : item)))).toMatchObject({
      created: 5,
      failed: [],
    });
    expect(Object.keys(await pieces())).toContain(expected);
  });

  it('never takes the text of an item for several, nor several for the text of one', async () => {
    // Older exports have titles without CDATA: the next section is that of the next body.
    const plain = (item: string): string =>
      item.replaceAll(/<(dc:creator|excerpt:encoded|wp:post_password)><!\[CDATA\[(.*?)\]\]>/g, '<$1>$2');
    const swallowing = five((item, id) =>
      id === 2 ? plain(item).replace('Body 2]]>', 'Body 2') : id === 3 ? plain(item.replace('publish', 'draft')) : plain(item),
    );
    await importing(swallowing);
    expect(Object.keys(await pieces())).toEqual(['Piece 1', 'Piece 4', 'Piece 5']);
    expect(report.failed).toMatchObject([
      { id: '2', title: 'Piece 2', code: 'cdata_not_closed' },
      { id: '3', title: 'Piece 3', code: 'swallowed' },
    ]);
    expect(total()).toBe(5);
    // A body that shows how an export is written is one text. WordPress writes its `]]>` as two sections.
    const shown = wxrItem({ id: 9, title: 'Evil', body: 'x' }).replaceAll(']]>', ']]]]><![CDATA[>');
    const injected = await importing(wxr([{ id: 8, title: 'A lesson', body: `before</content:encoded></item>${shown}<item> after` }]));
    expect(injected).toMatchObject({ created: 1, failed: [] });
    expect(Object.keys(await pieces())).toContain('A lesson');
    expect(Object.keys(await pieces())).not.toContain('Evil');
  });

  it('with damage in its head imports the items, and names the damage', async () => {
    await importing(five((item) => item).replace('<wp:category_parent>news</wp:category_parent>', '<wp:category_parent>news'));
    expect(report).toMatchObject({ created: 5, failed: [{ type: 'outside of items', code: 'not_well_formed' }] });
  });

  it('that was cut in the middle names the item in which it ends', async () => {
    const complete = five((item) => item);
    await importing(complete.slice(0, complete.indexOf('Body 4')));
    expect(report).toMatchObject({
      created: 3,
      failed: [{ id: 'line 27', title: 'Piece 4', code: 'cut_short' }],
      endedEarly: { code: 'cut_short' },
    });
  });

  it('behind another one is not imported, because it may be that of another site', async () => {
    const other = wxr([{ id: 1, title: 'Of another site' }]);
    await importing(five((item) => item) + other);
    expect(Object.keys(await pieces())).not.toContain('Of another site');
    expect(report).toMatchObject({ created: 5, failed: [{ code: 'second_document' }] });
  });

  it('behind messages of a server is read, and so is one that states another encoding than its own', async () => {
    const noisy = `<br />\n<b>Warning</b>: headers sent & more\n${five((item, id) => item.replace(`Body ${id}`, 'Größe'))}`;
    expect(await importing(noisy)).toMatchObject({ created: 5, failed: [] });
    const mislabelled = await importing(wxr([{ id: 12, title: 'Straße' }]).replace('UTF-8', 'ISO-8859-1'));
    expect(mislabelled).toMatchObject({ created: 1, unreadable: 0 });
    expect(Object.keys(mislabelled.notes).join()).toContain('it is UTF-8');
    expect((await contents.bySlug({ slug: 'piece-12' })).title).toBe('Straße');
    expect(await importing(Buffer.from(wxr([{ id: 13, title: 'Straße' }]), 'latin1'))).toMatchObject({ created: 1, unreadable: 1 });
    const before = await importing(wxr([{ id: 14, title: 'Stra\uFFFDe' }]));
    expect(before).toMatchObject({ created: 1, unreadable: 0 });
  });

  it('is read alike however its bytes are divided', async () => {
    const read = async (chunk: number): Promise<{ events: WxrEvent[]; repaired: number }> => {
      const reader = new WxrReader(file, { chunk });
      const events: WxrEvent[] = [];
      for await (const event of reader.events()) events.push(event);
      return { events, repaired: reader.repaired };
    };
    const parts = fc.constantFrom(
      '&',
      '&amp',
      ';',
      '&#x',
      '41',
      '<',
      '>',
      ']]',
      '>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<item',
      '</item>',
      '<title>',
      '</title>',
      '"',
      '\r',
      '\n',
      '\0',
      'ß',
      '🌲',
      ' R&D ',
      '</',
      '<!',
    );
    const texts = fc.array(fc.oneof(parts, fc.string({ maxLength: 4 })), { maxLength: 14 }).map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.integer({ min: 1, max: 40 }), async (title, more, chunk) => {
        await writeFile(file, wxr([{ id: 1, title, more }, { id: 2 }]));
        expect(await read(chunk)).toEqual(await read(65_536));
      }),
      { numRuns: 100 },
    );
  });

  it('yields an item or a problem for each `<item>`, whatever was changed in it', async () => {
    const complete = wxr([{ id: 1 }, { id: 2, status: 'draft' }, { id: 3 }]);
    const parts = fc.constantFrom(
      '<',
      '>',
      '&',
      ']]>',
      '<![CDATA[',
      '</item>',
      '<item>',
      '<!--',
      '-->',
      '\0',
      '"',
      '</content:encoded>',
      '<?',
      '</channel>',
      '</rss>',
      '<rss>',
    );
    const change = fc.tuple(fc.integer({ min: complete.indexOf('<item>'), max: complete.length }), fc.nat(60), parts);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let xml = complete;
        for (const [at, length, text] of changes) xml = xml.slice(0, at) + text + xml.slice(at + length);
        await writeFile(file, xml);
        const events: WxrEvent[] = [];
        try {
          for await (const event of new WxrReader(file).events()) events.push(event);
        } catch (error) {
          if (!['doctype', 'unknown_version'].includes((error as { code?: string }).code ?? '')) throw error;
          return;
        }
        const told = events.filter(({ kind }) => kind === 'item' || kind === 'problem').length;
        const inTexts = events.flatMap((event) =>
          event.kind === 'item' ? ([...event.item.fields.values()].join('').match(/<item(?=[\s/>])/g) ?? []) : [],
        );
        expect(told + inTexts.length).toBeGreaterThanOrEqual((xml.match(/<item(?=[\s/>])/g) ?? []).length);
      }),
      { numRuns: 300 },
    );
  });
});
