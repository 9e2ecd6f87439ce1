import { newIntent } from '@colophon/client';
import { describe, expect, it } from 'vitest';
import { send } from '../state/client-port.ts';
import { createContentEditorState } from '../state/editor/editor-state.ts';
import type { ContentRecord } from '../state/records.ts';
import { contentRecord, createFakeServer, problem } from './index.ts';

const piece = contentRecord({ id: '1', title: 'Budget' });

describe('the server for tests', () => {
  it('stores pieces with revisions, and lets a test act as another person', async () => {
    const server = createFakeServer({ contents: [piece] });
    const editor = createContentEditorState({ content: piece, client: server.client });
    server.saveElsewhere('1', { title: 'Theirs' });
    editor.update({ title: 'Mine' });
    expect((await editor.save()).status).toBe('conflict');
    editor.update({ title: 'Mine' });
    expect(await editor.save()).toEqual({ status: 'saved', rev: 3 });
    expect(server.contents.get('1')?.title).toBe('Mine');
  });

  it('creates one piece per key, even if the response was lost', async () => {
    const server = createFakeServer();
    const intent = newIntent();
    const make = () => send<ContentRecord>(server.client, 'post', '/contents', { body: { title: 'New' }, intent });
    server.loseNextAnswer();
    await expect(make()).rejects.toThrow(expect.objectContaining({ code: 'network' }));
    expect((await make()).value.id).toBe('new-1');
    expect(server.contents.size).toBe(1);
  });

  it('responds and rejects as configured, and returns 404 for other pieces', async () => {
    const server = createFakeServer({ contents: [piece] });
    const get = (path: string, id?: string) => send(server.client, 'get', path, id === undefined ? {} : { params: { path: { id } } });
    server.on('get', '/tags', () => ({ items: [{ slug: 'budget' }] }));
    expect((await get('/tags')).value).toEqual({ items: [{ slug: 'budget' }] });
    expect((await get('/jobs')).value).toEqual({ items: [] });
    server.refuseNext(problem(503, 'unavailable', 'Busy'));
    await expect(get('/contents')).rejects.toThrow('Busy');
    expect((await get('/contents')).value).toMatchObject({ count: 1 });
    await expect(get('/contents/{id}', '9')).rejects.toThrow(expect.objectContaining({ status: 404 }));
    expect(server.client.sent).toHaveLength(5);
  });
});
