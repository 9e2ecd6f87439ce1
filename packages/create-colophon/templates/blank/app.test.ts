import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testApplication, type TestApplication } from '@colophon/app/testing';
import { app } from './app.ts';

let application: TestApplication;
before(async () => {
  application = await testApplication(app);
});
after(() => application.close());

test('editors write notes, and everybody reads them', async () => {
  const editor = await application.as('editor');
  const made = await editor.post('/api/v1/notes', { title: 'Milk' });
  assert.equal(made.status, 201);
  const { body } = await application.anonymous.get('/api/v1/notes');
  assert.equal(body.items[0].title, 'Milk');
});

test('nobody else writes', async () => {
  assert.equal((await application.anonymous.post('/api/v1/notes', { title: 'Milk' })).status, 401);
  assert.equal((await (await application.as('viewer')).post('/api/v1/notes', { title: 'Milk' })).status, 403);
});

test('a fault names its field', async () => {
  const { status, body } = await (await application.as('editor')).post('/api/v1/notes', { title: '' });
  assert.equal(status, 422);
  assert.equal(body.errors[0].pointer, '/title');
});

test('assistants get the same as tools', async () => {
  const { body } = await (await application.as('editor')).tool('note_create', { title: 'Bread' });
  assert.equal(body.structuredContent.title, 'Bread');
});

test('the API is described', async () => {
  const { body } = await application.anonymous.get('/api/v1/openapi.json');
  assert.ok('/notes/{id}' in body.paths);
});

test('the commands of an operator work', async () => {
  const { status, stdout } = await application.run('token', 'create', '--role', 'editor');
  assert.equal(status, 0);
  assert.match(stdout, /^colophon_/);
});
