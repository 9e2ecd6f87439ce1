import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, integer, type JsonObject, list, type Operations, text } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { exportMarkdownFolder } from '../import/export-markdown-folder.ts';
import { importMarkdownFolder } from '../import/import-markdown-folder.ts';
import { asFrozen } from '../bylines/disclosure.ts';
import { currentEdition } from '../editions/record/current-editions.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import { Content } from './content.ts';
import { Contents, contentsOfType } from './contents.ts';

class Recipe extends Content.extend({
  servings: integer({ minimum: 1 }),
  ingredients: list(text(), { default: [] }),
  testedBy: text({ personal: true }),
  margin: integer({ private: true }),
}) {
  static readonly typeName = 'recipe';
  static readonly operations: Operations<Recipe> = {
    ...Content.operations,
    scale: { access: 'editor', description: 'Double the recipe.' },
  };

  async scale(): Promise<this> {
    this.servings = (this.servings ?? 1) * 2;
    return this.save();
  }
}
class Recipes extends contentsOfType(Recipe) {}

describeOnEveryDatabase('a type of content that an application adds', (open) => {
  let database: Database;
  let newsroom: Newsroom;
  let folder: string;
  const make = async (input: object = {}): Promise<string> =>
    String(
      (await newsroom.run('contents.create', { input: { type: 'recipe', title: 'Soup', body: 'Cook.', servings: 4, ...input } })).value[
        'id'
      ],
    );
  const run = (id: string, key: string, input?: unknown) => newsroom.run(id, { key, input });

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database, [Recipes]);
    folder = await mkdtemp(join(tmpdir(), 'own-types-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has its own fields and operations at contents and at its own routes, and its rows are its instances', async () => {
    const key = await make({ ingredients: ['leek'], tags: ['winter'] });
    expect(await new Contents(database).get(key)).toBeInstanceOf(Recipe);
    expect((await run('contents.get', key)).value).toMatchObject({ type: 'recipe', servings: 4, ingredients: ['leek'], tags: ['winter'] });
    expect((await run('recipes.scale', key)).value).toMatchObject({ servings: 8 });
    const { items } = await newsroom.run('contents.list', { input: { where: { servings: 8 } } });
    expect(items).toMatchObject([{ id: key, servings: 8, ingredients: ['leek'] }]);
    expect(items[0]).not.toHaveProperty('margin');
    expect((await newsroom.run('contents.update', { key, input: { servings: 0 } })).status).toBe(422);
  });

  it('has versions with its own fields, which are compared and restored', async () => {
    const key = await make({ ingredients: ['leek'], testedBy: 'Ada' });
    const { value: version } = await run('contents.mutateVersionAction', key, {});
    await run('contents.update', key, { servings: 6, ingredients: ['leek', 'cream'], testedBy: 'Bob' });
    expect((await run('contents.diffVersions', key, { from: 1 })).value['fields']).toEqual([
      { field: 'servings', before: 4, after: 6 },
      { field: 'ingredients', before: ['leek'], after: ['leek', 'cream'] },
    ]);
    expect((await run('contents.restoreVersion', key, { versionId: version['id'] })).value).toMatchObject({
      servings: 4,
      ingredients: ['leek'],
      testedBy: 'Bob',
    });
  });

  it('has editions whose text has its public fields: a change is another edition, and what was changed behind it is refused', async () => {
    const key = await make({ status: 'published', body: 'Cook it.' });
    const digests = async () =>
      (await newsroom.run('contents.listEditions', { key, as: reader() })).items.map((each) => each['textDigest']);
    expect(await digests()).toHaveLength(1);
    await run('contents.update', key, { servings: 5 });
    expect(new Set(await digests()).size).toBe(2);
    expect((await newsroom.run('contents.get', { key, as: reader() })).value).toMatchObject({ servings: 5 });
    await database.run({ sql: `UPDATE contents SET servings = 50 WHERE id = '${key}'`, parameters: [] });
    expect((await newsroom.run('contents.get', { key, as: reader() })).code).toBe('not_as_published');
  });

  it('keeps the digest of a text that was published before a field was added to it', async () => {
    const input = { type: 'note', title: 'Soup', body: 'Cook.', status: 'published' };
    const key = String((await newsroom.run('contents.create', { input })).value['id']);
    await database.run({ sql: `UPDATE contents SET type = 'recipe' WHERE id = '${key}'`, parameters: [] });
    const edition = await database.first({ sql: `SELECT "textDigest" FROM content_editions WHERE "contentId" = '${key}'`, parameters: [] });
    const record = (await new Contents(database).require(key)) as unknown as ContentRecord;
    expect(record).toBeInstanceOf(Recipe);
    const { authors } = (await currentEdition(database, key))!.shown;
    expect(textDigestOf(asFrozen<JsonObject>({ ...currentText(record), type: 'note' }, authors))).toBe(edition?.['textDigest']);
  });

  it('is judged with its own fields: a review of others is outdated, and the gate holds their change', async () => {
    await newsroom.run('content-governance-policies.create', {
      as: admin(),
      input: { key: 'serves', kind: 'rule', rules: [{ check: 'required_fields', fields: ['servings'] }] },
    });
    await newsroom.run('content-governance-policies.create', { as: admin(), input: { key: 'read', kind: 'human' } });
    const requirements = ['serves', 'read'].map((policyKey) => ({ policyKey, blocking: true }));
    await newsroom.run('content-governance-profiles.create', { as: admin(), input: { key: 'kitchen', requirements } });
    const assigned = { contentType: 'recipe', publicationProfileKey: 'kitchen', enforcePublishReadiness: true };
    const assignment = await newsroom.run('content-governance-assignments.create', { as: admin(), input: assigned });
    expect(assignment.error?.message).toBeUndefined();
    const key = await make({ servings: null });
    await run('contents.runReviewAction', key, { policyKey: 'read', status: 'accepted', summary: 'Good.' });
    expect((await run('contents.update', key, { status: 'published' })).code).toBe('publish_readiness');
    await run('contents.update', key, { servings: 2 });
    expect((await run('contents.update', key, { status: 'published' })).code).toBe('publish_readiness');
    await run('contents.runReviewAction', key, { policyKey: 'read', status: 'accepted', summary: 'Good.' });
    expect((await run('contents.update', key, { status: 'published' })).value).toMatchObject({ status: 'published' });
    expect((await run('contents.update', key, { servings: 3 })).code).toBe('publish_readiness');
    await newsroom.run('content-governance-assignments.delete', { as: admin(), key: String(assignment.value['id']) });
  });

  it('is copied, exported and imported with its own fields', async () => {
    const key = await make({
      title: 'Leek soup',
      slug: 'leek-soup',
      ingredients: ['leek'],
      status: 'published',
      publish_date: '2026-01-02T03:04:05.000Z',
    });
    expect((await run('contents.duplicateAction', key)).value).toMatchObject({
      type: 'recipe',
      servings: 4,
      ingredients: ['leek'],
      status: 'draft',
    });
    expect((await newsroom.run('contents.toMarkdown', { key, as: reader() })).value['markdown']).toContain('servings: 4\n');
    await exportMarkdownFolder({ database, dir: folder });
    const other = await open();
    await newsroomIn(other, [Recipes]);
    await importMarkdownFolder({ database: other, dir: folder });
    const soup = await new Contents(other).findBySlug('leek-soup');
    expect(soup).toBeInstanceOf(Recipe);
    expect(soup).toMatchObject({ servings: 4, ingredients: ['leek'], metadata: {} });
    const file = join(folder, soup?.markdownSource?.file ?? '');
    await writeFile(file, (await readFile(file, 'utf8')).replace('servings: 4', 'servings: 9'));
    expect(await importMarkdownFolder({ database: other, dir: folder })).toMatchObject({ updated: 1, failed: [] });
    expect(await new Contents(other).findBySlug('leek-soup')).toMatchObject({ servings: 9 });
    const changed = (await new Contents(other).findBySlug('leek-soup')) as InstanceType<typeof Recipe>;
    changed.servings = 2;
    await changed.save();
    expect((await changed.toMarkdown()).markdown).toBe((await readFile(file, 'utf8')).replace('servings: 9', 'servings: 2'));
  });

  it('stays plain content where no class is registered, and keeps its columns', async () => {
    const key = await make();
    await database.run({ sql: `UPDATE contents SET type = 'dish' WHERE id = '${key}'`, parameters: [] });
    const { value } = await newsroom.run('contents.update', { key, as: editor(), input: { title: 'Stew' } });
    expect(value).toMatchObject({ type: 'dish', title: 'Stew' });
    expect(value).not.toHaveProperty('servings');
    expect(await database.first({ sql: `SELECT servings FROM contents WHERE id = '${key}'`, parameters: [] })).toEqual({ servings: 4 });
  });
});
