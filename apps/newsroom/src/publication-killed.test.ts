import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { SIGNING_KEY } from './testing/signing-key.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const PIECES = 40;

interface Version {
  readonly kind: string;
  readonly version: number;
}

/** A process that is killed while it publishes leaves each piece published with its signed account, or not published at all. */
describeOnEveryDatabase('publication in a process that is killed', (settings) => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let newsroom: NewsroomProcess;
  let token: string;

  async function send<Answer>(method: string, path: string, body?: object): Promise<{ ok: boolean; body: Answer }> {
    const response = await fetch(`${newsroom.url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, Connection: 'close', ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { ok: response.ok, body: (await response.json()) as Answer };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsroom-killed-'));
    environment = {
      DATABASE_URL: `sqlite:${join(folder, 'newsroom.sqlite')}`,
      NEWSROOM_SEED: 'none',
      NEWSROOM_SIGNING_KEY: SIGNING_KEY,
      ...(await settings()),
    };
    newsroom = await startNewsroom(environment);
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'press').stdout.trim();
    await send('POST', 'content-governance-policies', { key: 'disclosed', kind: 'rule', rules: [{ check: 'disclosure' }] });
    await send('POST', 'content-governance-profiles', { key: 'honest', requirements: [{ policyKey: 'disclosed', blocking: true }] });
    const profile = { publicationProfileKey: 'honest', enforcePublishReadiness: true, transparencyEnabled: true };
    expect((await send('POST', 'content-governance-assignments', { contentType: 'article', ...profile })).ok).toBe(true);
  });
  afterAll(async () => {
    await newsroom.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps publication, version and frozen transparency together, and all that was acknowledged', async () => {
    const ids: string[] = [];
    for (let each = 0; each < PIECES; each += 1) {
      const metadata = { generation: { aiAssisted: false } };
      ids.push((await send<{ id: string }>('POST', 'articles', { title: `Piece ${each}`, metadata })).body.id);
    }
    const acknowledged: string[] = [];
    const waiting = [...ids];
    const publish = async (): Promise<void> => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const answer = await send('PATCH', `articles/${id}`, { status: 'published' }).catch(() => undefined);
        if (!answer) return;
        acknowledged.push(id);
        if (acknowledged.length === 10) newsroom.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 6 }, publish));
    await newsroom.dispose();
    newsroom = await startNewsroom(environment);

    const published: string[] = [];
    for (const id of ids) {
      const { status } = (await send<{ status: string }>('GET', `articles/${id}`)).body;
      const { items } = (await send<{ items: Version[] }>('GET', `articles/${id}/versions`)).body;
      const transparency = await send<{ snapshotKind: string }>('GET', `articles/${id}/transparency`);
      const isPublished = status === 'published';
      const { ok: isSigned } = await send('GET', `contents/${id}/account`);
      expect([items.map(({ kind }) => kind), transparency.ok, isSigned]).toEqual([
        isPublished ? ['publication'] : [],
        isPublished,
        isPublished,
      ]);
      if (isPublished) published.push(id);
    }
    expect(published.length).toBeLessThan(PIECES);
    expect(published).toEqual(expect.arrayContaining(acknowledged));
  });
});
