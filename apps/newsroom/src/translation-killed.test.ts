import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type FakeModel, startFakeModel } from './testing/fake-model.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const TITLE = 'The ferry';

/** A process that is killed while an AI translates leaves no draft with the untranslated text. */
describeOnEveryDatabase('a translation by AI in a process that is killed', (settings) => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let newsroom: NewsroomProcess;
  let model: FakeModel;
  let token: string;

  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${newsroom.url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, Connection: 'close', ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      body: (await response.json()) as { id: string; title: string; items: readonly { language: string }[] },
    };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsroom-translation-'));
    model = await startFakeModel();
    const own = { DATABASE_URL: `sqlite:${join(folder, 'newsroom.sqlite')}`, NEWSROOM_SEED: 'none' };
    environment = { ...own, ...model.settings, ...(await settings()) };
    newsroom = await startNewsroom(environment);
    token = newsroom.run('token', 'create', '--role', 'editor', '--name', 'desk').stdout.trim();
  });
  afterAll(async () => {
    await newsroom?.dispose();
    await model?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is nowhere afterwards, and is made when it is tried again', async () => {
    const { id } = (await send('POST', 'contents', { type: 'note', title: TITLE, language: 'en', body: 'It runs.' })).body;
    const stored = async () => [
      (await send('GET', `contents/${id}/translations`)).body.items.map(({ language }) => language),
      (await send('GET', 'contents?fields=title')).body.items.length,
    ];
    model.hang = TITLE;
    const ended = send('POST', `contents/${id}/translations/de/translate`).then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => model.asked, { timeout: 10_000 }).toEqual([TITLE]);
    expect(await stored()).toEqual([[], 1]);
    await newsroom.stop('SIGKILL');
    expect(await ended).toBe('cut off');
    await newsroom.dispose();

    newsroom = await startNewsroom(environment);
    expect(await stored()).toEqual([[], 1]);
    model.hang = undefined;
    const again = await send('POST', `contents/${id}/translations/de/translate`);
    expect([again.status, again.body.title]).toEqual([201, 'Übersetzt']);
    expect(await stored()).toEqual([['de', 'en'], 2]);
  });
});
