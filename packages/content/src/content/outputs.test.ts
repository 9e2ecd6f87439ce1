import { type Database, type Operation, operationTable } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, type editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { filesOfSuite } from '../../test/files.ts';
import { CONTENT_COLLECTIONS, ThumbnailStrategies, thumbnailStrategies } from '../index.ts';

/** Operations that answer nothing when all went well. */
const ANSWER_NOTHING =
  /\.(?:delete|removeReference|unlinkFact|detachAsset|eraseChat|discardAutosave|removeTranslation|revokePreviewLink|purgeAction|tellDraftPresence)$/;

it('every operation of content says what it answers', () => {
  const silent = operationTable(CONTENT_COLLECTIONS).operations.filter(({ id, output }) => !output && !ANSWER_NOTHING.test(id));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

describeOnEveryDatabase('what operations of content answer', (open) => {
  filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let key: string;
  const made: Record<string, string> = {};

  const answer = async (id: string, request: { key?: string; input?: unknown; as?: ReturnType<typeof editor> } = {}): Promise<unknown> => {
    const { value, error } = await newsroom.run(id, request);
    expect([id, error?.message]).toEqual([id, undefined]);
    return JSON.parse(JSON.stringify(value)) as unknown;
  };
  const idOf = async (id: string, request: Parameters<typeof answer>[1]): Promise<string> =>
    String(((await answer(id, request)) as { id: unknown }).id);

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
    await answer('content-governance-assignments.create', { as: admin(), input: { ...assignment, enforcePublishReadiness: true } });
    key = await idOf('contents.create', { input: { type: 'article', title: 'Told', slug: 'told', body: 'It rained.', authors: ['Ada'] } });
    made['target'] = await idOf('contents.create', { input: { type: 'note', title: 'Cited', status: 'published' } });
    made['fact'] = await idOf('facts.create', { input: { statement: 'It rained.', sources: [{ title: 'Report' }] } });
    made['asset'] = await idOf('assets.create', { input: { name: 'rain.png', url: 'https://news.example/rain.png' } });
    await answer('contents.mutateVersionAction', { key: made['target'] });
    for (const policyKey of ['facts', 'safety']) {
      await answer('contents.linkFact', { key, input: { factId: made['fact'] } });
      await answer('contents.runReviewAction', { key, input: { policyKey, status: 'accepted' } });
    }
    await answer('contents.attachReference', { key, input: { targetId: made['target'], targetVersion: 1 } });
    await answer('contents.attachAsset', { key, input: { assetId: made['asset'] } });
    await answer('contents.update', { key, input: { status: 'published' } });
    await answer('contents.issueCorrectionAction', { key, input: { type: 'retraction', summary: 'It did not.', note: 'Sorry.' } });
    await answer('contents.mutateVersionAction', { key: made['target'] });
    made['later'] = await idOf('facts.supersede', { key: made['fact'], input: { statement: 'It hailed.' } });
  });

  const WAYS: Readonly<Record<string, () => Parameters<typeof answer>[1]>> = {
    'contents.getReferences': () => ({ key }),
    'contents.attachReference': () => ({ key, input: { targetId: made['target'] } }),
    'contents.getReferenceDrift': () => ({ key }),
    'contents.getFactsState': () => ({ key }),
    'contents.syncFactsState': () => ({ key, input: { factIds: [made['later']], relationship: 'contradicts' } }),
    'contents.getFacts': () => ({ key }),
    'contents.getFactLinks': () => ({ key }),
    'contents.linkFact': () => ({ key, input: { factId: made['fact'], relationship: 'referenced_in' } }),
    'contents.browseFacts': () => ({ input: { query: 'hailed' } }),
    'contents.similar': () => ({ key }),
    'contents.search': () => ({ input: { q: 'rain', facets: ['type', 'tags', 'year'] } }),
    'facts.supersede': () => ({ key: made['later'] ?? '', input: { statement: 'It snowed.' } }),
    'contents.getAssets': () => ({ key }),
    'contents.attachAsset': () => ({ key, input: { assetId: made['asset'], relationship: 'inline' } }),
    'contents.updateAsset': () => ({ key, input: { assetId: made['asset'], caption: 'Rain.', focal: { x: 0.5, y: 0.1 } } }),
    'contents.chooseThumbnail': () => ({ key: made['target'] ?? '', input: { assetId: made['asset'] } }),
    'contents.generateThumbnail': () => ({ key: made['target'] ?? '', input: { strategy: 'plain' } }),
    'contents.generateMissingThumbnails': () => ({ input: { strategy: 'plain', where: { title: 'Cited' } } }),
    'assets.upload': () => ({ input: { name: 'a.txt', content: Buffer.from('text').toString('base64') } }),
    'contents.listVersions': () => ({ key }),
    'contents.mutateVersionAction': () => ({ key }),
    'contents.diffVersions': () => ({ key, input: { from: 1 } }),
    'contents.listScheduleRuns': () => ({ key }),
    'contents.governanceState': () => ({ key }),
    'contents.listReviews': () => ({ key }),
    'contents.runReviewAction': () => ({ key, input: { policyKey: 'safety', status: 'flagged', findings: [] } }),
    'contents.listReviewProfilesAction': () => ({ key }),
    'contents.evaluateReviewProfile': () => ({ key, input: { profileKey: 'publication' } }),
    'contents.evaluateReadiness': () => ({ input: { contentIds: [key], profileKey: 'publication' } }),
    'contents.getPublication': () => ({ key }),
    'contents.listEditions': () => ({ key }),
    'contents.publishAction': () => ({ key: made['target'] ?? '', input: { correction: { type: 'update', summary: 'With a picture.' } } }),
    'contents.withholdAction': () => ({ key, input: { kind: 'reference', objectId: made['target'], code: 'error' } }),
    'contents.listCorrections': () => ({ key }),
    'contents.issueCorrectionAction': () => ({ key, input: { type: 'update', summary: 'More.' } }),
    'contents.correctionsFeed': () => ({}),
    'contents.correctionsAtom': () => ({}),
    'contents.getPublishedTransparencyAction': () => ({ key }),
    'contents.previewTransparencyAction': () => ({ key }),
    'contents.transparencyJsonLd': () => ({ key }),
    'contents.getGovernanceDefinitionsAction': () => ({}),
    'contents.resolveGovernanceAction': () => ({ input: { type: 'article' } }),
    'contents.counts': () => ({ input: { by: 'status,category,type' } }),
    'contents.putAutosave': () => ({ key, input: { fields: { title: 'Typed' }, baseRev: 1, sequence: 1 } }),
    'contents.getAutosave': () => ({ key }),
    'contents.listEditors': () => ({ key, as: admin() }),
    'contents.draft': () => ({ key }),
    'contents.openDraft': () => ({ key, input: {} }),
    'contents.shareDraft': () => ({ key }),
    'contents.addComment': () => ({ key, input: { body: 'By whom?' } }),
    'contents.listComments': () => ({ key }),
    'contents.listTranslations': () => ({ key }),
    'contents.listPreviewLinks': () => ({ key }),
    'contents.bySlug': () => ({ input: { slug: 'told' } }),
    'contents.upsert': () => ({ input: { slug: 'told', category: null } }),
    'contents.toMarkdown': () => ({ key }),
    'contents.renderHtml': () => ({ key }),
  };

  it.each(Object.keys(WAYS))('%s answers what it says', async (id) => {
    const operation = newsroom.table.operation(id) as Operation;
    const value = await answer(id, WAYS[id]?.());
    // What the schema does not name it leaves out, so that both are the same only where it names all.
    expect(operation.output?.parse(value)).toEqual(value);
    expect(JSON.stringify(value).length).toBeGreaterThan(2);
  });

  it('is told of every operation of content itself', () => {
    const custom = newsroom.table.operations.filter(
      ({ id, kind }) => kind === 'custom' && /^(?:contents|facts|assets)\.(?!.*Chat)/.test(id),
    );
    const rest = custom.map(({ id }) => id).filter((id) => !WAYS[id] && !ANSWER_NOTHING.test(id));
    // What chat, signed accounts and manifests of pictures answer, their own tests look at. Copies, restored records and mirrors are records, a preview
    // link is told of once, a job of reviews needs a reviewer, publishing many again is a job too, drafts are written by an editor, and files are written by the tests of syncing.
    expect(rest.toSorted()).toEqual([
      'assets.getProvenance',
      'assets.keepUpload',
      'contents.addTranslation',
      'contents.changeTagsAction',
      'contents.createPreviewLink',
      'contents.deleteManyAction',
      'contents.discardDraft',
      'contents.draftTranslation',
      'contents.duplicateAction',
      'contents.getCredential',
      'contents.getSignedAccount',
      'contents.mirror',
      'contents.publishAgainAction',
      'contents.restoreVersion',
      'contents.runReviewsAction',
      'contents.saveDraft',
      'contents.sendDraftUpdates',
      'contents.setStatusesAction',
      'contents.syncContentDir',
    ]);
  });
});
