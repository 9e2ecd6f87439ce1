import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { configureContentGovernance, resetContentGovernance } from './configure.ts';

describeOnEveryDatabase('governance definitions', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  afterEach(() => resetContentGovernance());

  const create = (what: string, input: object, as = admin()) => newsroom.run(`content-governance-${what}.create`, { as, input });
  const resolve = async (type: string, variant?: string, as = viewer()) =>
    (await newsroom.run('contents.resolveGovernanceAction', { as, input: { type, ...(variant === undefined ? {} : { variant }) } })).value;
  const definitions = async (as = viewer()) =>
    (await newsroom.run('contents.getGovernanceDefinitionsAction', { as })).value as {
      effective: Record<string, { key: string; label: string }[]>;
      persisted: Record<string, { key: string }[]>;
    };

  it('hold what is built in, and nothing is governed', async () => {
    const { effective, persisted } = await definitions();
    expect(effective['policies']?.map((each) => each.key)).toEqual(['facts', 'safety']);
    expect(effective['profiles']).toMatchObject([
      {
        key: 'publication',
        requirements: [
          { policyKey: 'facts', blocking: true },
          { policyKey: 'safety', blocking: true },
        ],
      },
      { key: 'correction', requirements: [{ policyKey: 'safety', blocking: true }] },
    ]);
    expect(persisted).toEqual({ policies: [], profiles: [], assignments: [] });
    expect(await resolve('anything')).toMatchObject({ isGoverned: false, enforcePublishReadiness: false, assignment: null });
  });

  it('are configured by key over what is there, all or nothing', () => {
    const take = (configuration: unknown) => () => configureContentGovernance(configuration as never);
    expect(take({ profiles: [{ key: 'p', requirements: [{ policyKey: 'nothing' }] }] })).toThrow(/policy nothing does not exist/);
    expect(take({ policies: [{ key: 'x', other: 1 }] })).toThrow();
    expect(take({ policies: [{ key: 'x', kind: 'custom' }] })).toThrow(/instructions/);
    expect(take({ policies: [{ key: 'x', kind: 'rule' }] })).toThrow(/rules/);
    expect(take({ assignments: [{ contentType: 'a', enforcePublishReadiness: true }] })).toThrow(/publicationProfileKey/);
    expect(take({ assignments: [{ contentType: 'a', correctionProfileKey: 'none' }] })).toThrow(/profile none does not exist/);
  });

  it('resolve the exact variant, else the type; an exact one that is disabled takes the variant out', async () => {
    configureContentGovernance({
      assignments: [
        { contentType: 'story', publicationProfileKey: 'publication', transparencyEnabled: true },
        { contentType: 'story', variant: 'opinion', enabled: false },
        { contentType: 'story', variant: 'investigation', publicationProfileKey: 'publication', enforcePublishReadiness: true },
        { contentType: 'off', enabled: false },
      ],
    });
    expect(await resolve('story')).toMatchObject({ isGoverned: true, transparencyEnabled: true, enforcePublishReadiness: false });
    expect(await resolve('story', 'other')).toMatchObject({ isGoverned: true, transparencyEnabled: true });
    expect(await resolve('story', 'opinion')).toMatchObject({ isGoverned: false, transparencyEnabled: false });
    expect(await resolve('story', 'investigation')).toMatchObject({ enforcePublishReadiness: true, transparencyEnabled: false });
    expect(await resolve('story', 'investigation:long')).toMatchObject({ enforcePublishReadiness: false });
    expect(await resolve('off')).toMatchObject({ isGoverned: false });
  });

  it('are missed by a type with a letter or a plural too many, which is warned of', async () => {
    configureContentGovernance({
      assignments: [
        { contentType: 'article' },
        { contentType: 'story' },
        { contentType: 'box' },
        { contentType: 'disabled-one', enabled: false },
      ],
    });
    for (const [type, resembles] of [
      ['articel', 'article'],
      ['articles', 'article'],
      ['artcle', 'article'],
      ['atricle', 'article'],
      ['Articlé', 'article'],
      ['stories', 'story'],
      ['storys', 'story'],
      ['article', null],
      ['particles', null],
      ['boxes', null],
      ['fox', null],
      ['disabled-ones', null],
      ['page', null],
    ])
      expect([type, (await resolve(String(type))) as unknown]).toMatchObject([type, { isGoverned: type === 'article', resembles }]);
    const { value } = await newsroom.run('contents.create', { as: editor(), input: { title: 'Oak', type: 'articles' } });
    const state = await newsroom.run('contents.governanceState', { as: editor(), key: String(value['id']) });
    expect(state.value).toMatchObject({ isGoverned: false, resembles: 'article' });
  });

  it('that are stored go before those configured, a tenant’s own before global ones', async () => {
    configureContentGovernance({ assignments: [{ contentType: 'page', factLinkingEnabled: true }] });
    await create('assignments', { contentType: 'page', transparencyEnabled: true });
    expect(await resolve('page')).toMatchObject({ factLinkingEnabled: false, transparencyEnabled: true });
    await create('assignments', { contentType: 'page', enabled: false }, admin('gazette'));
    expect(await resolve('page', undefined, viewer('gazette'))).toMatchObject({ isGoverned: false });
    expect(await resolve('page', undefined, viewer('herald'))).toMatchObject({ transparencyEnabled: true });
    await create('policies', { key: 'safety', label: 'Ours', kind: 'safety', instructions: 'Be kind.' }, admin('gazette'));
    const labels = async (tenant: string) => (await definitions(viewer(tenant))).effective['policies']?.map((each) => each.label);
    expect(await labels('gazette')).toEqual(['Facts', 'Ours']);
    expect(await labels('herald')).toEqual(['Facts', 'Safety']);
  });

  it('ask what is built in where a policy of a built-in kind says nothing', async () => {
    configureContentGovernance({
      policies: [
        { key: 'safety', kind: 'safety' },
        { key: 'second', kind: 'safety' },
      ],
    });
    const policies = (await definitions(viewer('herald'))).effective['policies'] as unknown as { key: string; instructions: string }[];
    for (const key of ['safety', 'second']) expect(policies.find((each) => each.key === key)?.instructions).toContain('harms nobody');
  });

  describe('are refused', () => {
    it.each([
      ['profiles', { key: 'p1', requirements: [{ policyKey: 'nothing', blocking: true }] }, '/requirements/0/policyKey'],
      ['profiles', { key: 'p1', requirements: [{ policyKey: 'facts' }, { policyKey: 'facts' }] }, '/requirements/1/policyKey'],
      ['assignments', { contentType: 'a', publicationProfileKey: 'nothing' }, '/publicationProfileKey'],
      ['assignments', { contentType: 'a', enforcePublishReadiness: true }, '/publicationProfileKey'],
      ['policies', { key: 'a/b', instructions: 'x' }, '/key'],
      ['policies', { key: 'p1', kind: 'magic' }, '/kind'],
      ['policies', { key: 'p1', kind: 'rule', rules: [{ check: 'magic' }] }, '/rules/0/check'],
      ['policies', { key: 'p1', kind: 'rule', rules: [{ check: 'required_fields' }] }, '/rules/0/fields'],
      ['policies', { key: 'p1', kind: 'custom' }, '/instructions'],
    ])('%s %j, naming %s', async (what, input, pointer) => {
      const result = await create(what, input);
      expect(result.status).toBe(422);
      expect(result.error?.errors).toMatchObject([{ pointer }]);
    });

    it('to anyone but admins', async () => {
      expect((await create('policies', { key: 'x', instructions: 'y' }, editor())).status).toBe(403);
      expect((await newsroom.run('content-governance-policies.list', { as: reader() })).status).toBe(401);
    });
  });

  it('that are in use stay, and say who uses them; an override of what is built in goes', async () => {
    const as = admin('gazette');
    const policy = String((await create('policies', { key: 'style', instructions: 'Plainly.' }, as)).value['id']);
    const profile = await create('profiles', { key: 'house', requirements: [{ policyKey: 'style', blocking: true }] }, as);
    const assignment = await create('assignments', { contentType: 'essay', publicationProfileKey: 'house' }, as);
    const remove = (what: string, key: unknown) => newsroom.run(`content-governance-${what}.delete`, { as, key: String(key) });
    const refused = await remove('policies', policy);
    expect(refused).toMatchObject({ status: 409, code: 'in_use' });
    expect(refused.error?.message).toContain('profile house');
    expect((await remove('profiles', profile.value['id'])).error?.message).toContain('the assignment of essay');
    for (const [what, key] of [
      ['assignments', assignment.value['id']],
      ['profiles', profile.value['id']],
      ['policies', policy],
    ] as const)
      expect((await remove(what, key)).status).toBe(200);
    const override = await create('profiles', { key: 'publication', requirements: [] }, as);
    await create('assignments', { contentType: 'essay', publicationProfileKey: 'publication' }, as);
    expect((await remove('profiles', override.value['id'])).status).toBe(200);
    const renamed = await newsroom.run('content-governance-profiles.update', {
      as,
      key: String((await create('profiles', { key: 'named' }, as)).value['id']),
      input: { key: 'other' },
    });
    expect(renamed.status).toBe(422);
  });
});
