import { AuditEntries, type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configureLetters } from '../../test/contributing.ts';
import { filesOfSuite } from '../../test/files.ts';
import { admin, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { numberEvents } from '../events/number-events.ts';
import { readContentEvents } from '../events/read-events.ts';
import { contentRoutes } from '../work/content-routes.ts';
import { ContentContributions } from './content-contributions.ts';
import { contributionSecret } from './record/keys.ts';
import { createContributionLink } from './create-contribution-link.ts';
import { ContentContributors } from './people/content-contributor.ts';
import { submitWebContribution } from './submit-web-contribution.ts';
import { resetContentContributions } from './types/configure.ts';

describeOnEveryDatabase('safeguards of contributions', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let count = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  beforeEach(() => {
    configureLetters(database);
    count += 1;
  });
  afterAll(() => {
    resetContentContributions();
    database.ports.provide(contributionSecret, undefined);
  });

  const address = (): string => `safe${count}@example.org`;
  const send = async (more: object = {}) =>
    (
      await submitWebContribution(
        { typeKey: 'letter', contributorEmail: address(), title: 'The oak', body: 'It stands.', ...more },
        { database },
      )
    ).contribution;
  const contributorOf = ({ contributorId }: { contributorId: string }) => new ContentContributors(database).require(contributorId);
  const run = (name: string, key: string, input: object = {}, as = admin()) => newsroom.run(name, { as, key, input });
  const route = (path: string, method: string, authenticate = () => reader()) => {
    const found = contentRoutes({ table: newsroom.table, database, authenticate, baseUrl: 'http://localhost' }).find(
      (each) => each.path === path && each.method === method,
    );
    if (!found) throw new Error(`no route ${method} ${path}`);
    return found;
  };

  it('ask who somebody is again when a file took its time to come', async () => {
    let as = editor();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        await new Promise((done) => setTimeout(done, 150));
        as = reader();
        controller.enqueue(new Uint8Array(10));
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'text/plain' } } as RequestInit;
    const request = new Request('http://localhost/api/v1/content-contributions/uploads?name=a.txt', init);
    const answer = await route('/content-contributions/uploads', 'POST', () => as).handle(request, {});
    expect(answer?.status).toBe(401);
  });

  it('receive nothing of a form before its link holds', async () => {
    const { id } = await send();
    let received = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          received += 1;
          controller.enqueue(new Uint8Array(100_000));
          if (received > 100) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-contribution-key': 'wrong' },
    };
    const answer = await route('/content-contributions/:id/revisions', 'POST').handle(
      new Request(`http://localhost/api/v1/content-contributions/${id}/revisions`, init as RequestInit),
      { id },
    );
    expect([answer?.status, received]).toEqual([404, 0]);
  });

  it('keep no file of anybody where nothing takes files', async () => {
    const upload = () =>
      route('/content-contributions/uploads', 'POST').handle(
        new Request('http://localhost/api/v1/content-contributions/uploads?name=a.txt', { method: 'POST', body: 'bytes' }),
        {},
      );
    resetContentContributions();
    configureLetters(database, { allowFiles: false });
    const refused = await upload();
    expect([refused?.status, await refused?.json(), files.keys()]).toMatchObject([403, { code: 'nothing_taken' }, []]);
    resetContentContributions();
    configureLetters(database, { intakeRules: { maxTotalBytes: 3 } });
    expect((await upload())?.status).toBe(413);
  });

  it('keep a global type while contributions of any tenant to it are open', async () => {
    const input = { key: `global-${count}`, promotion: { targetContentType: 'article' } };
    const type = String((await newsroom.run('content-contribution-types.create', { as: admin(), input })).value['id']);
    const { id } = await send({ typeKey: input.key, tenantId: 'acme' });
    expect(await run('content-contribution-types.delete', type)).toMatchObject({ status: 409, code: 'in_use' });
    await run('content-contributions.rejectAction', id, {}, admin('acme'));
    expect((await run('content-contribution-types.delete', type)).status).toBe(200);
  });

  it('write an erasure down with the contribution, and tell the outbox what it withdrew', async () => {
    const contribution = await send();
    await run('content-contributors.eraseAction', contribution.contributorId);
    const entries = await new AuditEntries(database).list({ where: { objectId: contribution.id, action: 'erase' } as never });
    expect(entries.map(({ objectType }) => objectType)).toEqual(['content_contributions']);
    await numberEvents(database);
    const events = await readContentEvents(database, { after: 0, limit: 10_000, kinds: ['contribution.withdrawn'] });
    expect(events.filter(({ objectId }) => objectId === contribution.id)).toHaveLength(1);
    expect((await new ContentContributions(database).require(contribution.id)).updated_at >= contribution.updated_at).toBe(true);
  });

  it('export everything that is kept about a person', async () => {
    const { contributorId } = await send({ metadata: { diary: 'private thing' } });
    const exported = await run('content-contributors.exportAction', contributorId);
    expect(exported.value).toMatchObject({ contributions: [{ metadata: { diary: 'private thing' }, intakeReasons: [] }], mails: [] });
  });

  it('end the links of an address that is not the person’s any more', async () => {
    const contribution = await send();
    const { rev } = await new ContentContributions(database).require(contribution.id);
    const { key } = await createContributionLink(database, contribution.id);
    // Whoever has read the contribution before can still say what they read.
    expect(await new ContentContributions(database).require(contribution.id)).toMatchObject({ rev });
    await new ContentContributors(database).update(contribution.contributorId, {
      emailConfirmedAt: '2026-01-01T00:00:00.000Z',
      userId: 'somebody',
    });
    await run('content-contributors.update', contribution.contributorId, { email: `new-${address()}` });
    expect(await contributorOf(contribution)).toMatchObject({ emailConfirmedAt: null, userId: null, linkEpoch: 2 });
    const read = await route('/content-contributions/:id', 'GET').handle(
      new Request(`http://localhost/api/v1/content-contributions/${contribution.id}`, { headers: { 'x-contribution-key': key } }),
      { id: contribution.id },
    );
    expect(read?.status).toBe(404);
  });

  it('erase nobody who is blocked where the block would be lost', async () => {
    const contribution = await send();
    await run('content-contributors.update', contribution.contributorId, { trustLevel: 'blocked' });
    database.ports.provide(contributionSecret, undefined);
    expect((await run('content-contributors.eraseAction', contribution.contributorId)).status).toBe(503);
    expect((await contributorOf(contribution)).erasedAt).toBeNull();
    configureLetters(database);
    expect((await run('content-contributors.eraseAction', contribution.contributorId)).status).toBe(200);
    database.ports.provide(contributionSecret, undefined);
    await expect(send({ contributorEmail: `other-${address()}` })).rejects.toMatchObject({ status: 503 });
  });

  it('let a contributor withdraw whatever the editors noted, and keep what was asked for last', async () => {
    const { id } = await send();
    await run('content-contributions.update', id, { editorNotes: 'x'.repeat(19_999) });
    expect((await run('content-contributions.withdrawAction', id, { reason: 'I changed my mind.' })).value).toMatchObject({
      status: 'withdrawn',
    });
    const asked = await send();
    for (const editorNote of ['a'.repeat(9000), 'b'.repeat(9000)]) {
      await run('content-contributions.requestChangesAction', asked.id, { editorNote });
      await run('content-contributions.update', asked.id, { editorNotes: '' });
    }
    await run('content-contributions.requestChangesAction', asked.id, { editorNote: `${'c'.repeat(5000)}the end` });
    const { requestedChanges } = await new ContentContributions(database).require(asked.id);
    expect([requestedChanges?.length, requestedChanges?.endsWith('the end')]).toEqual([20_000, true]);
  });

  it('show contributors neither notes of editors nor what editors may do, whichever way they are answered', async () => {
    const { id } = await send();
    await run('content-contributions.update', id, { editorNotes: 'Between us.' });
    const asViewer = await new ContentContributions(database).require(id);
    const own = new ContentContributions(database, makeCall({ caller: { ...viewer(), id: 'owner' } }));
    await new ContentContributors(database).update(asViewer.contributorId, { userId: 'owner' });
    const shown = (await own.require(id)).toJSON();
    expect([shown['editorNotes'], shown['allowedActions']]).toEqual([null, ['revise', 'withdraw']]);
    const decided = {
      decidedBy: 'edna',
      intakeReasons: [
        { code: 'contributor_blocked', detail: 'x' },
        { code: 'text_blocked', detail: 'y' },
      ],
    };
    await database.run(
      database.dialect.builder
        .updateTable('content_contributions')
        .set({ decidedBy: decided.decidedBy, intakeReasons: database.dialect.encode('json', decided.intakeReasons) })
        .where('id', '=', id)
        .compile(),
    );
    const caller = { ...viewer(), id: 'owner' };
    const answers = [
      await run('content-contributions.get', id, undefined, caller),
      await run('content-contributions.list', '', undefined, caller),
    ];
    for (const { value } of answers) expect(JSON.stringify(value)).not.toMatch(/contributor_blocked|edna|Between us/);
    expect(JSON.stringify(answers[0]?.value)).toContain('text_blocked');
    expect((await run('content-contributions.get', id)).value).toMatchObject(decided);
  });

  it('approve without promoting twice, and answer the same', async () => {
    const { id } = await send();
    const first = await run('content-contributions.approveAction', id, { promote: false }, editor());
    const again = await run('content-contributions.approveAction', id, { promote: false }, editor());
    expect([first.status, again.status, again.value['content']]).toEqual([200, 200, null]);
    expect((again.value['contribution'] as { rev: number }).rev).toBe((first.value['contribution'] as { rev: number }).rev);
  });
});
