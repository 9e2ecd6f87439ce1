import { testApplication, type TestApplication } from '@colophon/app/testing';
import { Content, Contents, contentsOfType } from '@colophon/content';
import { collection, integer, list, object, type Operations, text } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../config/load-config.ts';
import { createNewsroom } from './create-newsroom.ts';
import { defineExtension } from './extension.ts';

class Recipe extends Content.extend({ servings: integer(), ingredients: list(text()) }) {
  static readonly typeName = 'recipe';
  static readonly operations: Operations<Recipe> = { ...Content.operations, scale: { access: 'editor' } };

  async scale(): Promise<this> {
    this.servings = (this.servings ?? 1) * 2;
    return this.save();
  }
}
class Recipes extends contentsOfType(Recipe) {}
class Kitchen extends object({ name: text({ required: true }) }, { table: 'kitchens', api: true, cli: true, kept: 'record' }) {}
class Kitchens extends collection(Kitchen) {}

const recipes = defineExtension({
  name: 'recipes',
  types: [Recipes],
  collections: [Kitchens],
  checks: {
    servingsNamed: ({ servings }) => (servings === null ? [{ title: 'No servings', detail: 'Say for how many it is.' }] : []),
    broken: () => {
      throw new Error('broken');
    },
  },
  commands: [{ name: 'recipes count', summary: 'Count the recipes.', run: async (_, { stdout }) => (stdout.write('none\n'), 0) }],
});

describe('a Newsroom with an extension', () => {
  let test: TestApplication<Config>;
  beforeAll(async () => {
    test = await testApplication(createNewsroom({ name: 'The Harbour Courier', extensions: [recipes] }), {
      settings: { NEWSROOM_SEED: 'none' },
    });
  });
  afterAll(() => test.close());

  it('serves its types, its collections and its commands, in REST, MCP and OpenAPI', async () => {
    const editor = await test.as('editor');
    const { status, body } = await editor.post('/api/v1/recipes', { title: 'Soup', servings: 4, ingredients: ['leek'] });
    expect([status, body]).toEqual([201, expect.objectContaining({ type: 'recipe', servings: 4 })]);
    const { id } = body as { id: string };
    expect((await editor.get(`/api/v1/contents/${id}`)).body).toMatchObject({ servings: 4, ingredients: ['leek'] });
    expect((await editor.post(`/api/v1/recipes/${id}/scale`, {})).body).toMatchObject({ servings: 8 });
    expect(await new Contents(test.running.parts.database).get(id)).toBeInstanceOf(Recipe);
    expect((await editor.post('/api/v1/kitchens', { name: 'North' })).status).toBe(201);
    expect((await editor.get('/api/openapi.json')).body).toMatchObject({ components: { schemas: { Recipe: {}, Kitchen: {} } } });
    expect(await test.run('recipes', 'count')).toMatchObject({ status: 0, stdout: 'none\n' });
    expect(test.running.parts.config.name).toBe('The Harbour Courier');
  });

  it('holds its pieces at the gate by its own checks, and by one that throws', async () => {
    const admin = await test.as('admin');
    const made = async (path: string, body: object) => expect((await admin.post(`/api/v1/${path}`, body)).status).toBe(201);
    await made('content-governance-policies', { key: 'serves', kind: 'rule', rules: [{ check: 'recipes/servingsNamed' }] });
    await made('content-governance-policies', { key: 'broken', kind: 'rule', rules: [{ check: 'recipes/broken' }] });
    for (const key of ['serves', 'broken'])
      await made('content-governance-profiles', { key: `profile-${key}`, requirements: [{ policyKey: key, blocking: true }] });
    const assign = (contentType: string, publicationProfileKey: string) =>
      made('content-governance-assignments', { contentType, publicationProfileKey, enforcePublishReadiness: true });
    await assign('recipe', 'profile-serves');
    await assign('article', 'profile-broken');
    const recipe = await admin.post('/api/v1/recipes', { title: 'Tea' });
    const path = `/api/v1/contents/${(recipe.body as { id: string }).id}`;
    const refused = await admin.patch(path, { status: 'published' });
    expect([refused.status, refused.body]).toEqual([422, expect.objectContaining({ code: 'publish_readiness' })]);
    expect((await admin.patch(path, { servings: 2, status: 'published' })).status).toBe(200);
    expect((await admin.patch(path, { servings: null })).status).toBe(422);
    const article = await admin.post('/api/v1/articles', { title: 'News' });
    expect((await admin.patch(`/api/v1/contents/${(article.body as { id: string }).id}`, { status: 'published' })).status).toBe(422);
    const unknown = await admin.post('/api/v1/content-governance-policies', { key: 'x', kind: 'rule', rules: [{ check: 'toString' }] });
    expect(unknown.status).toBe(422);
  });
});

describe('faults of extensions', () => {
  class Loose extends Content.extend({ date: text() }, { access: { read: 'public', update: 'public' } }) {
    static readonly typeName = 'loose';
    static readonly operations: Operations<Loose> = { ...Content.operations, publishAction: { access: 'public' } };

    protected override async beforeSave(): Promise<void> {}
  }
  class Looses extends contentsOfType(Loose) {}
  class Again extends Content.extend({ servings: text() }) {
    static readonly typeName = 'recipe';
    static readonly operations: Operations<Again> = { ...Content.operations };
  }
  class Agains extends contentsOfType(Again) {}

  const faulty = createNewsroom({
    extensions: [
      recipes,
      defineExtension({
        name: 'recipes',
        types: [Looses, Agains, Kitchens],
        checks: { 'a b': () => [] },
        commands: [{ name: 'start', summary: 'Never.', run: async () => 0 }],
      }),
    ],
  });

  it('are all in one error, of `check` and at the start, and no command of an extension takes the place of another', async () => {
    expect(() => faulty.table).toThrow(
      expect.objectContaining({
        faults: expect.arrayContaining([
          'recipes: the name recipes is there twice.',
          expect.stringMatching(/Loose\.beforeSave would replace what every piece does/),
          expect.stringMatching(/Loose changes or lacks the operation publishAction/),
          expect.stringMatching(/Loose changes the option access/),
          expect.stringMatching(/Loose\.date has the name of another key of front matter/),
          expect.stringMatching(/Kitchens is no type of content/),
          expect.stringMatching(/"a b" is no name of a check/),
          'recipes: the command start must begin with recipes.',
          'recipes: the command start is taken by Newsroom.',
          'Again: its typeName recipe is also used by Recipe',
          expect.stringMatching(/Again\.servings: is text, and integer in Recipe/),
        ]) as unknown,
      }),
    );
    await expect(testApplication(faulty)).rejects.toThrow(/Loose\.beforeSave/);
    expect(faulty.commands.filter(({ name }) => name === 'start').map(({ summary }) => summary)).not.toContain('Never.');
  });
});
