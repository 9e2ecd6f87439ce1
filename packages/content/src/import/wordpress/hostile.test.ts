import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Newsroom, newsroomIn } from '../../../test/support.ts';
import { Contents, importSiteFile } from '../../index.ts';
import { wxr, WXR_HEAD, wxrItem } from '../testing/make-wxr.ts';
import { WxrReader } from './read-wxr.ts';
import type { WxrEvent } from './wxr-item.ts';

const folder = await mkdtemp(join(tmpdir(), 'colophon-hostile-wxr-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'export.xml');

const read = async (xml: string | Buffer): Promise<{ events: WxrEvent[]; reader: WxrReader }> => {
  await writeFile(file, xml);
  const reader = new WxrReader(file, { maximumText: 200_000 });
  const events: WxrEvent[] = [];
  for await (const event of reader.events()) events.push(event);
  return { events, reader };
};

describe('reading hostile exports', () => {
  it('reads the complete items of a truncated file, and reports where it ended', async () => {
    const items = Array.from({ length: 12 }, (_, index) => ({
      id: index + 1,
      title: 'Größe 日本 &amp; more',
      body: `<p>${'Text 🌲 '.repeat(60)}</p>`,
    }));
    const complete = Buffer.from(wxr(items));
    const { events: all } = await read(complete);
    for (let end = 0; end < complete.length; end += 1000) {
      const { events: found, reader } = await read(complete.subarray(0, end));
      const events = found.filter(({ kind }) => kind !== 'problem');
      expect(found.length - events.length).toBeLessThanOrEqual(1);
      expect(events).toEqual(all.slice(0, events.length));
      expect([end, reader.endedEarly?.code]).toEqual([end, 'cut_short']);
      const began = [...complete.toString('utf8', 0, end).matchAll(/<item>/g)].length;
      expect(events.filter(({ kind }) => kind === 'item').length).toBeGreaterThanOrEqual(began - 1);
    }
  });

  it.each([
    ['entities that expand exponentially', '<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'],
    ['an entity that reads a local file', '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['an external document type', '<!DOCTYPE rss SYSTEM "http://169.254.169.254/latest">'],
  ])('rejects a document type: %s', async (_name, type) => {
    const xml = wxr([{ title: '&b;&x;' }]).replace('<rss', `${type}\n<rss`);
    await expect(read(xml)).rejects.toMatchObject({ status: 400, code: 'doctype' });
  });

  const ITEM = wxrItem({ id: 1 });
  it.each([
    ['100,000 levels', `${ITEM}<item>${'<a>'.repeat(100_000)}</item>`, 'nested_too_deep'],
    ['100,000 levels outside of items', `${ITEM}${'<a>'.repeat(100_000)}`, 'nested_too_deep'],
    ['an endless text', `${ITEM}<item><title>${'x'.repeat(400_000)}</title></item>`, 'text_too_long'],
    ['endless CDATA', `${ITEM}<item><title><![CDATA[${'x'.repeat(400_000)}`, 'cut_short'],
    ['an endless comment', `${ITEM}<item><!-- ${'x'.repeat(400_000)}`, 'cut_short'],
    ['an endless item', `${ITEM}<item>${'<title>x</title>'.repeat(40_000)}`, 'text_too_long'],
    ['an endless name', `${ITEM}<${'x'.repeat(400_000)}`, 'not_well_formed'],
    ['an item of many texts', `${ITEM}<item>${`<category>${'x'.repeat(190_000)}</category>`.repeat(3)}`, 'text_too_long'],
    [
      'endless attributes',
      `${ITEM}<item ${Array.from({ length: 5000 }, (_, index) => `a${index}="x"`).join(' ')}></item>`,
      'too_many_attributes',
    ],
    ['a tag with an endless quoted value', `${ITEM}<item a="${'>'.repeat(400_000)}"></item>`, 'not_well_formed'],
    ['an undeclared prefix', `${ITEM}<item><zz:a>x</zz:a></item>`, 'not_well_formed'],
    ['elements that cross', `${ITEM}<item><title>x</item></title>`, 'not_well_formed'],
    ['two documents', `${ITEM}</channel></rss><rss><channel><item></item>`, 'second_document'],
  ])('names %s, and reads the items before it', async (_name, items, code) => {
    const began = performance.now();
    const { events } = await read(wxr(items));
    expect(events.filter(({ kind }) => kind === 'item')).toHaveLength(1);
    expect(events.flatMap((event) => (event.kind === 'problem' ? [event.problem.code] : []))).toContain(code);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('ignores elements of the format in the wrong namespace, and names those in the wrong place', async () => {
    const evil = 'xmlns:wp="http://wordpress.example/export/1.2/"';
    const { events } = await read(
      wxr(
        `<x><item><title>Deeper</title></item></x>${wxrItem({ id: 1, more: `<wp:post_password ${evil}>x</wp:post_password><y><wp:status>publish</wp:status></y>`, status: 'draft' })}`,
      ),
    );
    const items = events.flatMap((event) => (event.kind === 'item' ? [event.item] : []));
    expect(items.map(({ fields }) => fields.get('title'))).toEqual(['Deeper', 'Piece 1']);
    expect(events.filter(({ kind }) => kind === 'problem')).not.toHaveLength(0);
    expect(items[1]?.unknownElements).toBe(1);
    expect([items[1]?.fields.get('wp:status'), items[1]?.fields.get('wp:post_password')]).toEqual(['draft', '']);
  });

  it('reads bytes that are not UTF-8, and treats names of Object properties as plain names', async () => {
    const broken = Buffer.concat([
      Buffer.from(wxr([{ title: '@' }]).split('@')[0] ?? ''),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        wxr([{ title: '@' }])
          .split('@')
          .slice(1)
          .join('@'),
      ),
    ]);
    const { events } = await read(broken);
    expect(events.find(({ kind }) => kind === 'item')).toBeDefined();
    const { events: odd } = await read(wxr([{ title: '&constructor;&__proto__;', meta: { constructor: 'x', __proto__: 'y' } as never }]));
    expect(odd.flatMap((event) => (event.kind === 'item' ? [event.item.fields.get('title')] : []))).toEqual(['&constructor;&__proto__;']);
  });

  it('never throws any other error, whatever was changed in a file', async () => {
    const complete = wxr([{ id: 1 }, { id: 2 }], { head: WXR_HEAD.slice(0, 400) });
    const change = fc.tuple(
      fc.nat(complete.length),
      fc.nat(40),
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          '<',
          '>',
          '&',
          ']]>',
          '<![CDATA[',
          '</item>',
          '<item>',
          '<wp:postmeta>',
          '\0',
          '<?x ?>',
          '<!--',
          'xmlns:wp=""',
          '&#0;',
          '&#x110000;',
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let xml = complete;
        for (const [at, length, text] of changes) xml = xml.slice(0, at) + text + xml.slice(at + length);
        await read(xml).catch((error: { code?: string }) => {
          if (error.code !== 'doctype' && error.code !== 'unknown_version') throw error;
        });
      }),
      { numRuns: 200, interruptAfterTimeLimit: 5000 },
    );
  });
});

describe('importing hostile exports', () => {
  let newsroom: Newsroom;
  let contents: Contents;
  beforeAll(async () => {
    newsroom = await newsroomIn(await openDatabase('sqlite::memory:'));
    contents = new Contents(newsroom.database);
  });
  afterAll(() => newsroom.database.close());

  it('imports the complete items of a truncated file, and the remaining ones from the complete file', async () => {
    const complete = wxr([{ id: 1 }, { id: 2 }, { id: 3, title: 'The last' }]);
    await writeFile(file, complete.slice(0, complete.indexOf('The last')));
    const cut = await importSiteFile({ database: newsroom.database, file });
    expect(cut).toMatchObject({ created: 2, endedEarly: { code: 'cut_short' } });
    expect(complete.split('\n')[(cut.endedEarly?.insideItemAtLine ?? 0) - 1]).toContain('<item><title>The last');
    await writeFile(file, complete);
    expect(await importSiteFile({ database: newsroom.database, file })).toMatchObject({ created: 1, unchanged: 2, endedEarly: null });
  });

  const titleOf = async (source: string): Promise<unknown> =>
    (await contents.list({ limit: 100 })).find(({ metadata }) => JSON.stringify(metadata).includes(source))?.title;

  it.each([
    ['ISO-8859-1', 'latin1'],
    ['windows-1252', 'latin1'],
    ['UTF-16', 'utf16le'],
  ] as const)('reads a file in the encoding that it declares: %s', async (label, encoding) => {
    const xml = wxr([{ title: 'Größe der Straße' }]).replace('UTF-8', label);
    await writeFile(file, Buffer.from(encoding === 'utf16le' ? `\uFEFF${xml}` : xml, encoding));
    const { created, notes } = await importSiteFile({ database: newsroom.database, file, source: `in ${label}` });
    expect({ created, notes: { ...notes }, title: await titleOf(`in ${label}`) }).toEqual({
      created: 1,
      notes: {},
      title: 'Größe der Straße',
    });
  });

  it('reads UTF-16 without a byte order mark', async () => {
    for (const [name, swap] of [
      ['little', false],
      ['big', true],
    ] as const) {
      const bytes = Buffer.from(wxr([{ title: 'Łódź' }]), 'utf16le');
      await writeFile(file, swap ? bytes.swap16() : bytes);
      const { created, unreadable } = await importSiteFile({ database: newsroom.database, file, source: `${name} endian` });
      expect([created, unreadable, await titleOf(`${name} endian`)]).toEqual([1, 0, 'Łódź']);
    }
  });

  it('rejects an encoding that it cannot read, before anything is written', async () => {
    await writeFile(file, wxr([{ id: 1 }]).replace('UTF-8', 'EBCDIC-CP-US'));
    const importing = importSiteFile({ database: newsroom.database, file, source: 'ebcdic' });
    await expect(importing).rejects.toMatchObject({ code: 'unknown_encoding', hint: expect.stringContaining('UTF-8') });
  });

  it('counts the characters that are not in the encoding of the file', async () => {
    await writeFile(file, Buffer.from(wxr([{ title: 'Größe', body: 'straße' }]), 'latin1'));
    const { notes } = await importSiteFile({ database: newsroom.database, file, source: 'mislabelled' });
    expect({ ...notes }).toEqual({ 'characters that could not be read (\uFFFD)': 3 });
  });

  it('reports what the limits of a record do not keep', async () => {
    const tags = Array.from({ length: 201 }, (_, tag) => `<category domain="post_tag" nicename="many-${tag}">Many ${tag}</category>`).join(
      '',
    );
    await writeFile(
      file,
      wxr([
        { id: 1, title: 'x'.repeat(1001), author: 'y'.repeat(201), terms: tags },
        { id: 2, title: 'x'.repeat(1000) },
      ]).replace('https://blog.example/piece-2/', 'javascript:alert(1)'),
    );
    const { created, notes } = await importSiteFile({ database: newsroom.database, file, source: 'too long' });
    expect({ created, notes: { ...notes } }).toEqual({
      created: 2,
      notes: {
        'addresses left out: not http or https, or longer than 2000 characters': 1,
        'names of authors shortened to 200 characters': 1,
        'pieces with more than 200 tags; the others are left out': 1,
        'titles shortened to 1000 characters': 1,
      },
    });
  });

  it('stores no path-like names, and no cycles of terms', async () => {
    const circle = ['a', 'b', 'c'].map(
      (slug, index) =>
        `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${['b', 'c', 'a'][index]}</wp:category_parent><wp:cat_name>${slug}</wp:cat_name></wp:category>`,
    );
    const terms =
      '<category domain="category" nicename="a">a</category><category domain="category" nicename="b">b</category><category domain="post_tag" nicename="../../x">../../x</category><category domain="__proto__" nicename="p">p</category>';
    await writeFile(
      file,
      wxr(
        [
          { id: 11, name: '..%2f..%2fetc', terms },
          {
            id: 12,
            type: 'attachment',
            more: '<wp:attachment_url>https://blog.example/..%2f..%2f..%2fetc%2fcron.d%2fjob</wp:attachment_url>',
          },
        ],
        { head: WXR_HEAD + circle.join('') },
      ),
    );
    const report = await importSiteFile({ database: newsroom.database, file, source: 'circles' });
    expect(report.failed).toEqual([]);
    const piece = (await contents.list({ limit: 50 })).find(({ metadata }) => JSON.stringify(metadata).includes('circles'));
    expect(piece).toMatchObject({ slug: 'etc', category: 'c/b/a', tags: ['x', 'b'] });
    const assets = await newsroom.run('assets.list', { input: {} });
    expect(assets.items.map(({ name }) => name)).toEqual(['job']);
  });
});
