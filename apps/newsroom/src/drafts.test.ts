import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { positionAt } from '@colophon/draft';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventReader, type ReadEvent } from '../../../packages/core/src/surfaces/testing/event-reader.ts';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { HttpDraftEditor, type SendJson } from './testing/http-draft-editor.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

/** Drafts of a running Newsroom, over HTTP as editors and programs use them, and through a power cut. */
describeOnEveryDatabase('a draft that several write over HTTP', (given) => {
  let directory: string;
  let settings: NodeJS.ProcessEnv;
  let newsroom: NewsroomProcess;
  const processes: NewsroomProcess[] = [];
  const tokens: string[] = [];

  const start = async (): Promise<NewsroomProcess> => {
    const started = await startNewsroom(settings);
    processes.push(started);
    return started;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'newsroom-drafts-'));
    settings = {
      DATABASE_URL: `sqlite:${join(directory, 'newsroom.sqlite')}`,
      NEWSROOM_SECRET: 'x'.repeat(32),
      ...(await given()),
      NEWSROOM_SEED: 'none',
    };
    newsroom = await start();
    for (const name of ['ada', 'ben', 'cleo'])
      tokens.push(newsroom.run('token', 'create', '--role', 'editor', '--name', name).stdout.trim());
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.dispose()));
    await rm(directory, { recursive: true, force: true });
  });

  const as =
    (person: number, at = (): NewsroomProcess => newsroom): SendJson =>
    async (method, path, body) => {
      try {
        const response = await fetch(`${at().url}/api/v1/${path}`, {
          method,
          headers: {
            Authorization: `Bearer ${tokens[person] ?? ''}`,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
      } catch {
        return undefined;
      }
    };
  const piece = async (): Promise<string> => {
    const made = await as(0)('POST', 'contents', { type: 'article', title: 'Budget', body: 'The council met.' });
    return String(made?.body['id']);
  };
  const follow = (key: string, person: number, editor: HttpDraftEditor, at = newsroom): Promise<EventReader> =>
    EventReader.open(`${at.url}/api/v1/contents/${key}/draft/events?client=${editor.client}&after=${editor.through}`, {
      Authorization: `Bearer ${tokens[person] ?? ''}`,
    });
  const nextOf = async (events: EventReader, name: string): Promise<ReadEvent> => {
    for (;;) {
      const next = await events.next(10_000);
      if (next.event === name) return next;
    }
  };

  it('is on the other screen as it is typed, with who is where, and says when it is saved', async () => {
    const key = await piece();
    const ada = await HttpDraftEditor.open(as(0), key);
    const ben = await HttpDraftEditor.open(as(1), key);
    const events = await follow(key, 1, ben);
    expect((await nextOf(events, 'access')).data).toEqual({ may: 'write' });
    expect(await ada.write(16, ' It found the money.').send()).toBe(200);
    const update = await nextOf(events, 'update');
    expect(update).toMatchObject({ id: ada.through, data: { client: ada.client } });
    ben.take(String(update.data?.['update']));
    expect(ben.text).toBe('The council met. It found the money.');
    const caret = {
      client: ada.client,
      field: 'body',
      anchor: positionAt(ada.document, 'body', 3),
      head: positionAt(ada.document, 'body', 3),
    };
    expect((await as(0)('POST', `contents/${key}/draft/presence`, caret))?.status).toBe(204);
    expect((await nextOf(events, 'presence')).data).toMatchObject({ ...caret, name: 'ada', isWriting: expect.any(Boolean) as boolean });
    expect((await as(1)('POST', `contents/${key}/draft/presence`, caret))?.status).toBe(409);
    expect((await as(0)('POST', `contents/${key}/draft/save`, { through: ada.through }))?.body).toMatchObject({ rev: 2 });
    expect((await nextOf(events, 'saved')).data).toMatchObject({ rev: 2, through: ada.through, by: { name: 'ada' } });
    await as(2)('PATCH', `contents/${key}`, { body: 'The council met twice. It found the money.' });
    ben.take(String((await nextOf(events, 'update')).data?.['update']));
    expect(ben.text).toBe('The council met twice. It found the money.');
    events.close();
  });

  it('sends to whoever comes back what they missed: updates, or the state once those are gone', async () => {
    const key = await piece();
    const ada = await HttpDraftEditor.open(as(0), key);
    const ben = await HttpDraftEditor.open(as(1), key);
    await ada.write(0, 'One. ').send();
    await ada.write(0, 'Two. ').send();
    const events = await follow(key, 1, ben);
    const missed = await nextOf(events, 'state').catch(() => undefined);
    expect(missed?.id).toBe(ada.through);
    ben.take(String(missed?.data?.['state']));
    expect(ben.text).toBe('Two. One. The council met.');
    events.close();
  });

  it('tells those who follow when it begins anew: they open it again, and go on', async () => {
    const key = await piece();
    const ada = await HttpDraftEditor.open(as(0), key);
    await ada.write(0, 'Kept. ').send();
    const events = await follow(key, 0, ada);
    await nextOf(events, 'access');
    expect(newsroom.run('drafts', 'close', key).status).toBe(0);
    expect((await nextOf(events, 'epoch')).data).toMatchObject({ epoch: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
    expect(await ada.write(0, 'Late. ').send()).toBe(409);
    const again = await HttpDraftEditor.open(as(0), key);
    expect(again.text).toBe('Kept. The council met.');
    expect(await again.write(0, 'Late. ').send()).toBe(200);
    expect((await nextOf(events, 'update')).id).toBe(again.through);
    events.close();
  });

  it('ends for whoever loses access: the stream closes, and the next update is refused', async () => {
    const key = await piece();
    const cleo = await HttpDraftEditor.open(as(2), key);
    const events = await follow(key, 2, cleo);
    await nextOf(events, 'access');
    const id =
      newsroom
        .run('token', 'list')
        .stdout.split('\n')
        .find((line) => line.includes('cleo'))
        ?.split('\t')[0] ?? '';
    expect(newsroom.run('token', 'revoke', id).status).toBe(0);
    await events.ended(20_000);
    expect(await cleo.write(0, 'Too late. ').send()).toBe(401);
  }, 40_000);

  it('goes through two processes as through one', async () => {
    const second = await start();
    const key = await piece();
    const ada = await HttpDraftEditor.open(as(0), key);
    const ben = await HttpDraftEditor.open(
      as(1, () => second),
      key,
    );
    const events = await follow(key, 1, ben, second);
    await nextOf(events, 'access');
    await ada.write(0, 'Here. ').send();
    ben.take(String((await nextOf(events, 'update')).data?.['update']));
    await ben.write(0, 'There. ').send();
    await ada.receive();
    expect([ada.text, ben.text]).toEqual(['There. Here. The council met.', 'There. Here. The council met.']);
    events.close();
    await second.dispose();
  });

  it('keeps all that was acknowledged when the process is killed, and takes the rest again', async () => {
    const key = await piece();
    const writers = await Promise.all(Array.from({ length: 6 }, (_, at) => HttpDraftEditor.open(as(at % 2), key)));
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      let answers = 0;
      const killing = 5 + round * 3;
      const type = async (writer: HttpDraftEditor, at: number): Promise<void> => {
        const written: string[] = [];
        for (let count = 0; count < 12; count += 1) {
          const word = `w${round}-${at}-${count} `;
          writer.write(writer.text.length, word);
          written.push(word);
          const status = await writer.send();
          if (status === 0) return;
          expect([200, 429], String(status)).toContain(status);
          if (status === 200) acknowledged.push(...written.splice(0));
          answers += 1;
          if (answers === killing) newsroom.child.kill('SIGKILL');
        }
      };
      await Promise.all(writers.map(type));
      await newsroom.dispose();
      newsroom = await start();
      for (const writer of writers) while ((await writer.send()) !== 200) await delay(500);
      for (const writer of writers) await writer.receive();
    }
    const [first] = writers;
    for (const writer of writers) expect(writer.text).toBe(first?.text);
    const shown = await as(0)('GET', `contents/${key}/draft`);
    const { body } = (shown?.body['values'] ?? { body: '' }) as { body: string };
    expect(body).toBe(first?.text);
    expect(acknowledged.length).toBeGreaterThan(20);
    for (const word of acknowledged) expect(body.split(word), word).toHaveLength(2);
  }, 120_000);
});
