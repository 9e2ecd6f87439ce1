import type { Database, JsonObject } from '@colophon/core';
import { describeOnEveryDatabase, expectComplete } from '@colophon/core/testing';
import { positionAt } from '@colophon/draft';
import { beforeAll, describe, expect, it } from 'vitest';
import { DraftEditor } from '../../test/draft-editor.ts';
import { filesOfSuite } from '../../test/files.ts';
import { admin, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { currentEdition, Assets, ThumbnailStrategies, thumbnailStrategies } from '../index.ts';

/** A published piece with everything that an edition shows, and things that could be attached to it. */
interface Piece {
  readonly key: string;
  readonly picture: string;
  readonly thumbnail: string;
  readonly file: string;
  readonly otherPicture: string;
  readonly fact: string;
  readonly otherFact: string;
  readonly cited: string;
  readonly other: string;
  readonly version: string;
  readonly comment: string;
  readonly link: Readonly<Record<'asset' | 'fact' | 'reference', string>>;
  readonly tag: string;
  readonly parent: string;
}

interface Way {
  readonly key?: string;
  readonly input?: object;
}

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** Every operation that writes and that may concern a piece, with a call that would change what its readers get. */
const WAYS: Readonly<Record<string, (piece: Piece) => Way | readonly Way[]>> = {
  'contents.update': ({ key, otherPicture }) =>
    [
      { title: 'Other' },
      { body: 'Other.' },
      { description: 'Other' },
      { authors: ['Bob'] },
      { tags: ['other'] },
      { category: 'other' },
      { slug: `other-${key}` },
      { language: 'de' },
      { url: 'https://other.example/' },
      { source: 'Other' },
      { variant: 'other' },
      { metadata: { generation: { aiAssisted: true, model: 'Writer' } } },
      { publish_date: '2026-01-01T00:00:00.000Z' },
      { thumbnailAssetId: otherPicture },
      { thumbnailAssetId: null },
      { bodyFormat: 'html' },
    ].map((input) => ({ key, input })),
  'contents.delete': ({ key }) => ({ key }),
  'contents.mutateVersionAction': ({ key }) => ({ key, input: { title: 'Other' } }),
  'contents.restoreVersion': ({ key, version }) => ({ key, input: { versionId: version } }),
  'contents.runReviewAction': ({ key }) => ({ key, input: { policyKey: 'safety', status: 'flagged', summary: 'No.' } }),
  'contents.issueCorrectionAction': ({ key }) => ({ key, input: { type: 'retraction', summary: 'All wrong.' } }),
  'contents.attachReference': ({ key, other, cited }) => [
    { key, input: { targetId: other } },
    { key, input: { targetId: cited, targetVersion: 1 } },
  ],
  'contents.removeReference': ({ key, cited }) => ({ key, input: { targetId: cited } }),
  'contents.syncFactsState': ({ key, otherFact }) => ({ key, input: { factIds: [otherFact] } }),
  'contents.linkFact': ({ key, otherFact }) => ({ key, input: { factId: otherFact } }),
  'contents.unlinkFact': ({ key, fact }) => ({ key, input: { factId: fact } }),
  'contents.attachAsset': ({ key, otherPicture, picture }) => [
    { key, input: { assetId: otherPicture, relationship: 'inline' } },
    { key, input: { assetId: picture, relationship: 'inline', sort_order: 7 } },
  ],
  'contents.updateAsset': ({ key, picture, thumbnail, file }) => [
    ...[picture, thumbnail].flatMap((assetId) =>
      [
        { caption: 'Other' },
        { crop: { x: 0, y: 0, width: 0.5, height: 1 } },
        { focal: { x: 0.5, y: 0.1 } },
        { crop: null, focal: null, caption: null },
      ].map((change) => ({ key, input: { assetId, ...change } })),
    ),
    { key, input: { assetId: file, caption: 'Other' } },
  ],
  'contents.detachAsset': ({ key, picture, file, thumbnail }) => [picture, file, thumbnail].map((assetId) => ({ key, input: { assetId } })),
  'contents.chooseThumbnail': ({ key, otherPicture }) => ({ key, input: { assetId: otherPicture } }),
  'contents.generateThumbnail': ({ key }) => ({ key, input: { strategy: 'plain' } }),
  'contents.addComment': ({ key }) => ({ key, input: { body: 'Hm.' } }),
  'contents.putAutosave': ({ key }) => ({ key, input: { fields: { title: 'Typed' }, baseRev: 1, sequence: 1 } }),
  'contents.discardAutosave': ({ key }) => ({ key }),
  'contents.addTranslation': ({ key, other }) => ({ key, input: { contentId: other } }),
  'contents.removeTranslation': ({ key }) => ({ key }),
  'contents.duplicateAction': ({ key }) => ({ key }),
  'contents.createPreviewLink': ({ key }) => ({ key, input: {} }),
  'contents.revokePreviewLink': ({ key }) => ({ key, input: { linkId: 'none' } }),
  'contents.withholdAction': ({ key, picture, file, fact, cited }) =>
    [
      { kind: 'picture', objectId: picture },
      { kind: 'file', objectId: file },
      { kind: 'fact', objectId: fact },
      { kind: 'reference', objectId: cited },
    ].map((what) => ({ key, input: { ...what, code: 'rights' } })),
  'contents.publishAction': ({ key }) => ({ key, input: { correction: { type: 'update', summary: 'Again.' } } }),
  'contents.publishAgainAction': ({ key }) => ({ input: { ids: [key], dryRun: false } }),
  'contents.upsert': ({ key }) => ({ input: { slug: `piece-${key}`, title: 'Other' } }),
  'contents.setStatusesAction': ({ key }) => ({ input: { where: { id: key }, status: 'archived' } }),
  'contents.changeTagsAction': ({ key, tag }) => ({ input: { where: { id: key }, add: ['other'], remove: [tag] } }),
  'contents.deleteManyAction': ({ key }) => ({ input: { where: { id: key } } }),
  'contents.generateMissingThumbnails': ({ key }) => ({ input: { strategy: 'plain', where: { id: key } } }),
  'content-references.create': ({ key, other }) => ({ input: { source_id: key, target_id: other } }),
  'content-references.update': ({ link }) => ({ key: link.reference, input: { targetVersion: 1 } }),
  'content-references.delete': ({ link }) => ({ key: link.reference }),
  'facts.update': ({ fact }) =>
    [{ statement: 'Otherwise.' }, { status: 'retracted' }, { confidence: 0.1 }, { sources: [{ title: 'Other' }] }].map((input) => ({
      key: fact,
      input,
    })),
  'facts.delete': ({ fact }) => ({ key: fact }),
  'facts.supersede': ({ fact }) => ({ key: fact, input: { statement: 'Otherwise.' } }),
  'fact-links.create': ({ key, otherFact }) => ({ input: { contentId: key, factId: otherFact } }),
  'fact-links.update': ({ link }) => ({ key: link.fact, input: { relationship: 'contradicts' } }),
  'fact-links.delete': ({ link }) => ({ key: link.fact }),
  'assets.update': ({ picture, thumbnail, file }) =>
    [picture, thumbnail, file].flatMap((key) =>
      [
        { name: 'other.png' },
        { altText: 'Other' },
        { description: 'Other' },
        { credit: 'Bob' },
        { copyrightNotice: 'Bob' },
        { license: 'https://other.example/' },
        { digitalSourceType: 'trainedAlgorithmicMedia' },
        { metadata: { generation: { aiAssisted: true } } },
        { url: 'https://other.example/other.png' },
        { mimeType: 'text/plain' },
      ].map((input) => ({ key, input })),
    ),
  'assets.delete': ({ picture, file }) => [picture, file].map((key) => ({ key })),
  'content-assets.create': ({ key, otherPicture }) => ({ input: { content_id: key, asset_id: otherPicture, relationship: 'inline' } }),
  'content-assets.update': ({ link }) =>
    [
      { caption: 'Other' },
      { crop: { x: 0, y: 0, width: 0.5, height: 1 } },
      { focal: { x: 0.5, y: 0.1 } },
      { sort_order: 9 },
      { relationship: 'attachment' },
    ].map((input) => ({ key: link.asset, input })),
  'content-assets.delete': ({ link }) => ({ key: link.asset }),
  'content-comments.update': ({ comment }) => ({ key: comment, input: { body: 'Other' } }),
  'content-comments.delete': ({ comment }) => ({ key: comment }),
  'content-comments.resolveAction': ({ comment }) => ({ key: comment }),
  'content-comments.reopenAction': ({ comment }) => ({ key: comment }),
  'content-versions.update': ({ version }) => ({ key: version, input: { title: 'Other' } }),
  'content-versions.delete': ({ version }) => ({ key: version }),
  'tags.update': ({ tag, parent }) => [
    { key: tag, input: { name: 'Other', description: 'Other' } },
    { key: parent, input: { name: 'Other parent' } },
  ],
  'tags.delete': ({ tag, parent }) => [{ key: tag }, { key: parent }],
  'tags.addAlias': ({ tag }) => ({ key: tag, input: { alias: 'Other', language: 'de' } }),
  'tags.setMetadata': ({ tag }) => ({ key: tag, input: { metadata: { other: true } } }),
  'tags.updateMetadata': ({ tag }) => ({ key: tag, input: { metadata: { other: true } } }),
  'tags.move': ({ tag }) => ({ key: tag, input: { parent_slug: null } }),
  'tags.merge': ({ tag, parent }) => ({ key: tag, input: { to_slug: parent } }),
  'tags.split': ({ tag }) => ({ key: tag }),
  'tags.bulk': ({ tag }) => ({ input: { tags: [{ slug: tag, name: 'Other' }] } }),
  'tags.cleanup': () => ({ input: {} }),
  'tag-aliases.create': ({ tag }) => ({ input: { alias: 'Another', tag_slug: tag } }),
  'tag-aliases.bulk': ({ tag }) => ({ input: { aliases: [{ alias: 'More', tag_slug: tag }] } }),
};

/** Operations that write and are not called here, and why. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^(?:articles|content-documents|mirrors)\./, 'is the same as of contents'],
  [/^content-(?:contributions|contribution-types|contribution-revisions|contributors)\./, 'concerns no piece that is published'],
  [/^content-(?:reviews|corrections|schedule-runs|trash|mirrors)\./, 'is refused to everyone, or concerns no published piece'],
  [/^content-(?:saved-views|governance-\w+)\./, 'concerns no piece by itself'],
  [/^search-synonyms\./, 'decides which words find a piece, and changes none'],
  [/^contents\.(?:open|send|tell|save|discard|share)Draft\w*$/, 'is called as an editor does, below'],
  [/^jobs\./, 'concerns work that was already asked for'],
  [/^contents\.(?:.*Chat\w*|draftTranslation|mirror|runReviewsAction)$/, 'needs an assistant, a job or another site, and then saves'],
  [/\.(?:create|upload|importSkos)$/, 'makes something that no piece uses yet'],
  [/^content-comments\.create$|^tag-aliases\.delete$/, 'is the reverse of what is called'],
];

/** What may differ without an edition: it is about the record and not of what is published, or says how other pieces stand to it. */
const FURNITURE = [
  'rev',
  'updated_at',
  'state',
  'publishAt',
  'unpublishAt',
  'references',
  'latestCorrection',
  'translations',
  'thumbnailAssetId',
];

describeOnEveryDatabase('what readers get of a published piece', (open) => {
  filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let count = 0;

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    database.ports.provide(
      thumbnailStrategies,
      new ThumbnailStrategies().add('plain', async () => ({ bytes: DOT })),
    );
    const assignment = {
      contentType: 'article',
      factLinkingEnabled: true,
      transparencyEnabled: true,
      publicationProfileKey: 'publication',
    };
    await ask('content-governance-assignments.create', { input: assignment });
  });

  const ask = async (id: string, { key, input = {} }: Way): Promise<Record<string, unknown>> => {
    const { value, error } = await newsroom.run(id, { as: admin(), ...(key === undefined ? {} : { key }), input });
    if (error) throw error;
    return value;
  };
  const idOf = async (id: string, way: Way): Promise<string> => String((await ask(id, way))['id']);

  const published = async (type = 'article'): Promise<Piece> => {
    count += 1;
    const asset = async (name: string, mimeType: string) =>
      (await new Assets(database).add({ name, mimeType, url: `https://files.example/${count}/${name}`, altText: `Of ${name}` })).id;
    const [picture, thumbnail] = [await asset('oak.png', 'image/png'), await asset('elm.png', 'image/png')];
    const [otherPicture, file] = [await asset('yew.png', 'image/png'), await asset('list.pdf', 'application/pdf')];
    const [tag, parent] = [`tag-${count}`, `parent-${count}`];
    await ask('tags.create', { input: { slug: parent, name: `Parent ${count}` } });
    await ask('tags.create', { input: { slug: tag, name: `Tag ${count}`, parent_slug: parent } });
    const [cited, other] = [
      await idOf('contents.create', { input: { type: 'note', title: 'Cited', status: 'published' } }),
      await idOf('contents.create', { input: { type: 'note', title: 'Other', status: 'published' } }),
    ];
    await ask('contents.mutateVersionAction', { key: cited });
    const [fact, otherFact] = [
      await idOf('facts.create', { input: { statement: `It rained (${count}).`, sources: [{ title: 'Report' }] } }),
      await idOf('facts.create', { input: { statement: `It snowed (${count}).` } }),
    ];
    const key = await idOf('contents.create', {
      input: {
        type,
        title: 'Piece',
        slug: `piece-${count}`,
        body: 'It rained.',
        authors: ['Ada'],
        tags: [tag],
        thumbnailAssetId: thumbnail,
      },
    });
    const version = await idOf('contents.mutateVersionAction', { key });
    const link = {
      reference: await idOf('contents.attachReference', { key, input: { targetId: cited } }),
      fact: type === 'article' ? await idOf('contents.linkFact', { key, input: { factId: fact } }) : '',
      asset: await idOf('contents.attachAsset', { key, input: { assetId: picture, relationship: 'inline' } }),
    };
    await ask('contents.attachAsset', { key, input: { assetId: file } });
    const comment = await idOf('contents.addComment', { key, input: { body: 'Ready.' } });
    await ask('contents.publishAction', { key });
    return { key, picture, thumbnail, file, otherPicture, fact, otherFact, cited, other, version, comment, link, tag, parent };
  };

  /** Everything that anybody gets of a piece, without what the table above excepts. */
  const readersGet = async ({ key, picture, thumbnail, file, otherPicture }: Piece): Promise<string> => {
    const of = async (id: string, input: object = {}): Promise<unknown> => {
      const { value, status } = await newsroom.run(id, { key, as: reader(), input });
      return status === 200 ? value : status;
    };
    const record = (await of('contents.get')) as JsonObject;
    const { items } = await newsroom.run('contents.list', {
      as: reader(),
      input: { where: { id: key }, fields: ['title', 'tags', 'authors'] },
    });
    const { items: references } = await newsroom.run('contents.getReferences', { key, as: reader() });
    const shown = await database.all(
      database.dialect.builder
        .selectFrom('content_shown_files')
        .select('assetId')
        .where('assetId', 'in', [picture, thumbnail, file, otherPicture])
        .orderBy('assetId')
        .compile(),
    );
    return JSON.stringify({
      record:
        typeof record === 'number' ? record : Object.fromEntries(Object.entries(record).filter(([name]) => !FURNITURE.includes(name))),
      items,
      references: references.map(({ targetId, citedVersion, title, url }) => ({ targetId, citedVersion, title, url })),
      html: await of('contents.renderHtml'),
      markdown: await of('contents.toMarkdown'),
      transparency: await of('contents.getPublishedTransparencyAction'),
      shown: shown.map((row) => row['assetId']),
      edition: (await currentEdition(database, key))?.shown,
    });
  };

  it.each(Object.keys(WAYS))('is the same after %s, or another edition', async (id) => {
    for (const type of ['article', 'note']) {
      const ways = [WAYS[id]?.(await published(type)) ?? []].flat().length;
      for (let index = 0; index < ways; index += 1) {
        const piece = await published(type);
        const before = { bytes: await readersGet(piece), number: (await currentEdition(database, piece.key))?.number };
        const way = [WAYS[id]?.(piece) ?? []].flat()[index];
        if (way?.key === '') continue;
        await newsroom.run(id, { as: admin(), ...way });
        const after = { bytes: await readersGet(piece), number: (await currentEdition(database, piece.key))?.number };
        if (after.number === before.number) expect([id, way, after.bytes]).toEqual([id, way, before.bytes]);
        else expect(after.number).toBeGreaterThan(before.number ?? 0);
      }
    }
  });

  it('is asked of every operation that writes', () => {
    const writing = newsroom.table.operations.filter(
      ({ effects, exposed }) => effects !== 'read' && (exposed.api || exposed.mcp || exposed.cli),
    );
    const ids = writing.map(({ id }) => id);
    const excepted = ids.flatMap((id) => {
      const reason = WAYS[id] ? undefined : ELSEWHERE.find(([pattern]) => pattern.test(id))?.[1];
      return reason === undefined ? [] : [[id, reason] as const];
    });
    expectComplete('the ways to write', ids, Object.keys(WAYS), Object.fromEntries(excepted));
  });

  describe('besides', () => {
    it('is the same whatever becomes of a cited piece', async () => {
      const piece = await published();
      const before = await readersGet(piece);
      await ask('contents.update', { key: piece.cited, input: { title: 'Renamed', body: 'Other.' } });
      await ask('contents.update', { key: piece.cited, input: { status: 'archived' } });
      expect(await readersGet(piece)).toBe(before);
    });

    it.each(['article', 'note'])(
      'is the same while people write the draft of a published %s, and another edition once it is saved',
      async (type) => {
        const piece = await published(type);
        const before = await readersGet(piece);
        const number = (await currentEdition(database, piece.key))?.number ?? 0;
        const editor = await DraftEditor.open(newsroom, piece.key, admin());
        expect(await editor.write(0, 'Rewritten. ').send()).toMatchObject({ status: 200 });
        const at = positionAt(editor.document, 'body', 0);
        await ask('contents.tellDraftPresence', { key: piece.key, input: { client: editor.client, field: 'body', anchor: at, head: at } });
        expect(await readersGet(piece)).toBe(before);
        await ask('contents.discardDraft', { key: piece.key, input: { through: editor.through } });
        expect(await readersGet(piece)).toBe(before);
        const again = await DraftEditor.open(newsroom, piece.key, admin());
        await again.write(0, 'Saved. ').send();
        expect(await again.save()).toMatchObject({ status: 200 });
        const after = (await currentEdition(database, piece.key))?.number ?? 0;
        expect([after > number, (await readersGet(piece)) !== before]).toEqual([true, true]);
      },
    );
  });
});
