import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Article } from './subclasses.ts';
import { Contents } from './contents.ts';
import { configureContentGovernance, resetContentGovernance } from '../governance/configure.ts';
import { foldStoredNames } from '../governance/fold-stored-names.ts';

/** What people and programs write for `article`; all of it is the same type. */
const SPELLINGS = ['article', 'Article', ' article ', 'ARTICLE', 'ａｒｔｉｃｌｅ', 'article\u00a0'];
/** What only looks like it, and other texts that are no names. The first letter of the first is Cyrillic. */
const NO_NAMES = ['аrticle', 'artícle', 'news article', 'news/article', '-article', '', ' ', 'article!'];

describeOnEveryDatabase('names of types, variants, policies and profiles', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    const input = { contentType: 'Article', publicationProfileKey: ' Publication', enforcePublishReadiness: true };
    const made = await newsroom.run('content-governance-assignments.create', { as: admin(), input });
    expect(made.value).toMatchObject({ contentType: 'article', publicationProfileKey: 'publication' });
  });
  afterEach(() => resetContentGovernance());

  let serial = 0;
  const create = (input: object) => newsroom.run('contents.create', { input: { title: `Named ${(serial += 1)}`, ...input } });

  it.each(SPELLINGS)('are folded, so that %j is governed as an article', async (type) => {
    expect(await create({ type, status: 'published' })).toMatchObject({ code: 'publish_readiness' });
    const made = await create({ type });
    expect(made.value).toMatchObject({ type: 'article' });
    expect(await new Contents(database).require(String(made.value['id']))).toBeInstanceOf(Article);
    const upserted = { slug: `upserted-${serial}`, title: 'Upserted', type, status: 'published' };
    expect(await newsroom.run('contents.upsert', { input: upserted })).toMatchObject({ code: 'publish_readiness' });
    const inCode = new Contents(database).make({ title: `Named ${(serial += 1)}`, type, status: 'published' });
    expect(inCode).toBeInstanceOf(Article);
    await expect(inCode.save()).rejects.toMatchObject({ code: 'publish_readiness' });
    expect((await newsroom.run('contents.resolveGovernanceAction', { input: { type: type.trim() } })).value).toMatchObject({
      isGoverned: true,
    });
  });

  it('are folded in filters too, so that a record is found under every spelling of its type and language', async () => {
    const made = await create({ type: 'article', variant: 'brief', language: 'pt-BR' });
    const found = async (where: object) => {
      const { value } = await newsroom.run('contents.list', { input: { where, fields: ['title'], limit: 1000 } });
      return (value['items'] as { id: string }[]).some(({ id }) => id === made.value['id']);
    };
    for (const type of SPELLINGS) expect([type, await found({ type })]).toEqual([type, true]);
    expect(await found({ type: { in: ['Mirror', 'Article'] }, variant: 'BRIEF ', language: 'PT-br' })).toBe(true);
    expect(await found({ type: { ne: 'Article' } })).toBe(false);
    expect(await found({ variant: { nin: ['Brief'] } })).toBe(false);
    const { value } = await newsroom.run('content-governance-assignments.list', {
      as: admin(),
      input: { where: { contentType: 'ARTICLE' } },
    });
    expect(value['count']).toBe(1);
  });

  it.each(NO_NAMES)('are refused when %j is what they are', async (name) => {
    expect(await create({ type: name })).toMatchObject({ status: 422 });
    expect((await create({ type: 'article', variant: name })).error?.errors).toMatchObject([{ pointer: '/variant' }]);
    const policy = { key: name, kind: 'human' };
    const refused = await newsroom.run('content-governance-policies.create', { as: admin(), input: policy });
    expect(refused.error?.errors).toMatchObject([{ pointer: '/key' }]);
    expect(() => configureContentGovernance({ policies: [policy as never] })).toThrow();
  });

  it('mean the same policy, profile and variant however they are spelled', async () => {
    configureContentGovernance({
      policies: [{ key: 'Desk', kind: 'human' }],
      profiles: [{ key: 'Quick', requirements: [{ policyKey: 'DESK', blocking: true }] }],
      assignments: [{ contentType: 'Note', variant: 'Long', publicationProfileKey: 'QUICK', enforcePublishReadiness: true }],
    });
    const key = String((await create({ type: 'note', variant: 'LONG ' })).value['id']);
    const publish = () => newsroom.run('contents.update', { key, input: { status: 'published' } });
    expect((await publish()).error?.extensions).toMatchObject({ profileKey: 'quick', blockingRequirements: [{ policyKey: 'desk' }] });
    const review = await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'Desk', status: 'accepted' } });
    expect(review.value).toMatchObject({ policyKey: 'desk' });
    const ready = await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey: 'Quick' } });
    expect(ready.value).toMatchObject({ profileKey: 'quick', ready: true });
    expect((await publish()).status).toBe(200);
  });

  it('that were stored in another spelling govern before they are folded, and are folded once; what collides is reported', async () => {
    const { builder } = database.dialect;
    const spell = (table: string, id: unknown, values: Record<string, unknown>) =>
      database.run(builder.updateTable(table).set(values).where('id', '=', id).compile());
    const define = async (what: string, input: object, as = admin('gazette')) =>
      (await newsroom.run(`content-governance-${what}.create`, { as, input })).value['id'];
    await spell('content_governance_policies', await define('policies', { key: 'desk', kind: 'human' }), { key: 'Desk' });
    const rival = await define('policies', { key: 'other', kind: 'human' });
    await spell('content_governance_policies', rival, { key: 'DESK' });
    await spell('content_governance_policies', await define('policies', { key: 'lonely', kind: 'human' }), { key: 'Lonely' });
    const requirements = [{ policyKey: 'lonely', blocking: true }];
    const profile = await define('profiles', { key: 'checked', requirements });
    await spell('content_governance_profiles', profile, {
      key: 'Checked',
      requirements: database.dialect.encode('json', [{ policyKey: 'Lonely', blocking: true }]),
    });
    const assignment = { contentType: 'report', publicationProfileKey: 'checked', enforcePublishReadiness: true };
    await spell('content_governance_assignments', await define('assignments', assignment), {
      contentType: 'Report',
      publicationProfileKey: 'Checked',
    });
    const as = editor('gazette');
    const report = (await newsroom.run('contents.create', { as, input: { type: 'report', title: 'Old' } })).value['id'];
    await spell('contents', report, { type: 'Report', variant: 'Breaking news' });
    const publish = () => newsroom.run('contents.update', { as, key: String(report), input: { status: 'published' } });
    expect((await publish()).error?.extensions).toMatchObject({ profileKey: 'checked', blockingRequirements: [{ policyKey: 'lonely' }] });

    const { folded, left } = await foldStoredNames(database);
    expect(folded).toBe(5);
    expect(left).toEqual([
      ...['Desk', 'DESK'].map((name) => ({
        table: 'content_governance_policies',
        column: 'key',
        name,
        tenantId: 'gazette',
        reason: 'collision',
        rows: 1,
      })),
      { table: 'contents', column: 'variant', name: 'Breaking news', tenantId: 'gazette', reason: 'not_a_name', rows: 1 },
    ]);
    expect((await newsroom.run('contents.get', { as, key: String(report) })).value).toMatchObject({ type: 'report', rev: 1 });
    expect((await publish()).error?.extensions).toMatchObject({ profileKey: 'checked' });
    expect(await foldStoredNames(database)).toEqual({ folded: 0, left });
  });
});
