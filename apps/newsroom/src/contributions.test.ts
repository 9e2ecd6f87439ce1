import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCurrentSchema, type Role, type Database } from '@colophon/core';
import {
  assetFiles,
  challengeBits,
  configureContentContributions,
  ContentContributions,
  createContributionLink,
  endContributionLinks,
  resetContentContributions,
} from '@colophon/content';
import { openFileStore } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { createToken } from '@colophon/identity';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { solve } from '../../../packages/content/test/contributing.ts';
import { JPEG } from '../../../packages/content/test/hostile-files.ts';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';
import { wire } from './server/wire.ts';

const table = newsroomTable();
const config = {
  port: 4000,
  host: '127.0.0.1',
  baseUrl: 'http://localhost:4000',
  databaseUrl: '',
  filesUrl: '',
  secret: 'x'.repeat(32),
  trustProxy: true,
  seed: 'none',
  jobsConcurrency: 0,
  logLevel: 'silent',
} as const;

describeOnEveryDatabase('contributions over HTTP', (open) => {
  const directory = mkdtempSync(join(tmpdir(), 'colophon-contributions-'));
  let database: Database;
  let app: ReturnType<typeof createApp>;
  let count = 0;
  const tokens = new Map<Role, string>();

  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, table.schema);
    wire(config, database);
    database.ports
      .provide(challengeBits, 4)
      .provide(assetFiles, { store: await openFileStore(join(directory, 'files')), incoming: join(directory, 'incoming') });
    configureContentContributions({
      types: [
        {
          key: 'letter',
          label: 'A letter',
          allowFiles: true,
          intakeRules: { blockedTextPatterns: ['casino'], quarantineTextPatterns: ['lottery'] },
          promotion: { targetContentType: 'article' },
        },
        { key: 'closed', enabled: false, promotion: { targetContentType: 'article' } },
      ],
    });
    app = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    for (const role of ['viewer', 'editor'] as const)
      tokens.set(role, (await createToken({ database, role, tenantId: null, name: role })).token);
  });
  afterAll(() => {
    resetContentContributions();
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(() => (count += 1));

  const ask = (path: string, init: RequestInit = {}, from = `198.51.100.${count}`) =>
    app.request(path, {
      ...init,
      headers: { Host: 'localhost:4000', 'X-Forwarded-For': from, ...(init.headers as Record<string, string>) },
    });
  const as = (role: Role): Record<string, string> => ({ Authorization: `Bearer ${tokens.get(role)}` });
  // Responses are untyped JSON: each expectation states the shape it needs, so they are `any` until then.
  const api = async (path: string, body?: unknown, headers: Record<string, string> = {}, from?: string) => {
    const json = { method: 'POST', body: JSON.stringify(body) };
    const answer = await ask(
      `/api/v1/${path}`,
      { headers: { 'Content-Type': 'application/json', ...headers }, ...(body === undefined ? {} : json) },
      from,
    );
    return { status: answer.status, headers: answer.headers, body: answer.status === 204 ? undefined : ((await answer.json()) as any) };
  };
  const upload = async (bytes: Uint8Array | string, name: string, from?: string) => {
    const answer = await ask(
      `/api/v1/content-contributions/uploads?name=${encodeURIComponent(name)}`,
      { method: 'POST', body: bytes as BodyInit },
      from,
    );
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const stored = (id: string) => new ContentContributions(database).require(id);
  /** A solved challenge, four seconds later. */
  const proof = async (from?: string) => {
    const solved = solve((await api('content-contributions/challenge', undefined, {}, from)).body);
    await new Promise((resolve) => setTimeout(resolve, 3100));
    return solved;
  };
  const letter = (more: object = {}) => ({
    typeKey: 'letter',
    contributorEmail: `p${count}@example.org`,
    title: 'The oak',
    body: 'It stands.',
    ...more,
  });

  it('come from strangers as JSON with tickets of uploads, each used once and where it was given out', async () => {
    const { status, body: ticket } = await upload(JPEG, '../oak.jpg');
    expect([status, ticket]).toMatchObject([201, { filename: 'oak.jpg', mimeType: 'image/jpeg', size: JPEG.length }]);
    const attachments = [{ filename: 'oak.jpg', mimeType: 'image/jpeg', size: JPEG.length, fileKey: ticket.fileKey }];
    const elsewhere = await api('content-contributions/submit', letter({ attachments, proof: await proof('192.0.2.1') }), {}, '192.0.2.1');
    expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'no_such_file']);
    const sent = await api('content-contributions/submit', letter({ attachments, proof: await proof() }));
    expect([sent.status, sent.body]).toEqual([201, { contribution: { id: expect.any(String) }, received: true }]);
    const again = await api('content-contributions/submit', letter({ attachments, proof: await proof() }));
    expect([again.status, again.body.code]).toEqual([422, 'no_such_file']);
    const read = (await api(`content-contributions/${sent.body.contribution.id}`, undefined, as('editor'))).body;
    expect(read).toMatchObject({
      status: 'submitted',
      attachments: [{ filename: 'oak.jpg' }],
      contributor: { email: `p${count}@example.org` },
    });
    const path = `/api/v1/content-contribution-attachments/${read.attachments[0].id}/file`;
    const file = await ask(path, { headers: as('editor') });
    expect([
      file.status,
      file.headers.get('content-disposition'),
      file.headers.get('cache-control'),
      file.headers.get('content-security-policy'),
    ]).toEqual([200, expect.stringMatching(/^attachment/), 'no-store', expect.stringContaining('sandbox')]);
    expect(Buffer.from(await file.arrayBuffer()).equals(JPEG)).toBe(true);
    expect([(await ask(path)).status, (await ask(path, { headers: as('viewer') })).status]).toEqual([401, 403]);
  }, 60_000);

  it('have programs refused at the upload, empty files, and more than twenty uploads an hour', async () => {
    expect(await upload(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'oak.jpg')).toMatchObject({
      status: 415,
      body: { code: 'file_type_refused' },
    });
    expect((await upload('', 'empty.txt')).status).toBe(422);
    const statuses = [];
    for (let round = 0; round < 19; round += 1) statuses.push((await upload('x', 'a.txt')).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([201, 429]);
  });

  it('come as a form with files, from whoever is signed in, with what intake made of them', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(letter({ contributorName: 'Ada' }))) form.set(name, String(value));
    form.append('files', new Blob([JPEG], { type: 'image/jpeg' }), 'oak.jpg');
    form.append('files', new Blob(['<html>'], { type: 'image/png' }), 'page.png');
    form.append('files', new Blob([]), '');
    const answer = await ask('/api/v1/content-contributions/submit', { method: 'POST', body: form, headers: as('editor') });
    const body = (await answer.json()) as any;
    expect([answer.status, body.contribution.status, body.intake.decision]).toEqual([201, 'quarantined', 'quarantine']);
    expect(answer.headers.get('location')).toBe(`/api/v1/content-contributions/${body.contribution.id}`);
    const plain = {
      method: 'POST',
      body: JSON.stringify(letter({ contributorName: 'Ada' })),
      headers: { ...as('editor'), 'Content-Type': 'application/json' },
    };
    const asJson = await ask('/api/v1/content-contributions/submit', plain);
    const { contribution } = (await asJson.json()) as { contribution: { id: string } };
    expect([asJson.status, asJson.headers.get('location')]).toEqual([201, `/api/v1/content-contributions/${contribution.id}`]);
    expect(body.intake.reasons.map((each: any) => [each.code, each.attachment])).toEqual([
      ['active_content', 1],
      ['type_mismatch', 1],
    ]);
    const faulty = new FormData();
    faulty.set('typeKey', 'letter');
    faulty.set('nmae', 'x');
    const refused = await ask('/api/v1/content-contributions/submit', { method: 'POST', body: faulty, headers: as('editor') });
    expect([refused.status, ((await refused.json()) as any).errors[0].pointer]).toEqual([422, '/nmae']);
  });

  it('come as a form once, however often the same form is sent with its key', async () => {
    const formWith = (title: string, bytes: Uint8Array<ArrayBuffer> = JPEG): FormData => {
      const form = new FormData();
      for (const [name, value] of Object.entries(letter({ title }))) form.set(name, String(value));
      form.append('files', new Blob([bytes], { type: 'image/jpeg' }), 'oak.jpg');
      return form;
    };
    const send = async (body: FormData, key: string, headers: Record<string, string> = as('editor')) => {
      const answer = await ask('/api/v1/content-contributions/submit', {
        method: 'POST',
        body,
        headers: { ...headers, 'Idempotency-Key': key },
      });
      return { answer, body: (await answer.json()) as { contribution: { id: string }; code?: string } };
    };
    const first = await send(formWith('Once'), 'form-once');
    const again = await send(formWith('Once'), 'form-once');
    expect([first.answer.status, again.answer.status, again.answer.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(again.answer.headers.get('location')).toBe(first.answer.headers.get('location'));
    const listed = await ask('/api/v1/content-contributions?title=Once', { headers: as('editor') });
    const { items } = (await listed.json()) as { items: readonly unknown[] };
    expect(items).toHaveLength(1);
    // Another text or another file is another form.
    for (const other of [formWith('Twice'), formWith('Once', Buffer.concat([JPEG, Buffer.from('x')]))])
      expect((await send(other, 'form-once')).body.code).toBe('idempotency_key_reused');
    // By a link, a reply is one revision.
    const { key } = await createContributionLink(database, first.body.contribution.id);
    const reply = async (path: string) => {
      const body = new FormData();
      body.set('body', 'A reply, once.');
      body.append('files', new Blob([JPEG], { type: 'image/jpeg' }), 'oak.jpg');
      const headers = { 'X-Contribution-Key': key, 'Idempotency-Key': 'reply-once' };
      const answer = await ask(`/api/v1/content-contributions/${path}/revisions`, { method: 'POST', body, headers });
      return (await answer.json()) as { body: string };
    };
    const replied = await reply(first.body.contribution.id);
    expect(await reply(first.body.contribution.id)).toEqual(replied);
    expect([replied.body, (await stored(first.body.contribution.id)).revisionCount]).toEqual(['A reply, once.', 2]);
    // At the same time.
    const both = await Promise.all([send(formWith('At once'), 'form-at-once'), send(formWith('At once'), 'form-at-once')]);
    const made = new Set(both.flatMap(({ answer, body }) => (answer.status === 201 ? [body.contribution.id] : [])));
    expect([made.size, both.every(({ answer, body }) => answer.status === 201 || body.code === 'in_progress')]).toEqual([1, true]);
  });

  it('are written by what is done with them: other methods answer 405 with what there is', async () => {
    for (const [method, path, code] of [
      ['POST', 'content-contribution-revisions', 'operation_only'],
      ['PUT', 'content-contribution-revisions/x', 'append_only'],
      ['POST', 'content-contribution-attachments', 'operation_only'],
      ['PUT', 'content-contribution-attachments/x', 'operation_only'],
      ['DELETE', 'content-contribution-attachments/x', 'operation_only'],
      ['PUT', `content-contributions/${await submitted()}`, 'method_not_allowed'],
      ['PUT', 'content-contributions/x', 'method_not_allowed'],
    ] as const) {
      const answer = await ask(`/api/v1/${path}`, {
        method,
        body: method === 'DELETE' ? null : '{}',
        headers: { 'Content-Type': 'application/json', ...as('editor') },
      });
      expect([path, method, answer.status, ((await answer.json()) as any).code]).toEqual([path, method, 405, code]);
      expect(answer.headers.get('allow')).toContain('GET');
    }
  });

  it('have titles and labels of one line, and a text besides the title', async () => {
    for (const title of ['The oak\r\nBcc: x@y.example', 'The\noak', 'The\u2028oak', 'The\0oak']) {
      const refused = await api('content-contributions/submit', letter({ title }), as('editor'));
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/title']);
      const revised = await api(`content-contributions/${await submitted()}/revisions`, { title }, as('editor'));
      expect([revised.status, revised.body.errors[0].pointer]).toEqual([422, '/title']);
    }
    const { contributorId } = await stored(await submitted());
    const byHand = { contributorId, contributionTypeKey: 'letter', title: 'a\r\nb', body: 'x' };
    const made = await api('content-contributions', byHand, as('editor'));
    expect([made.status, made.body.errors[0].pointer]).toEqual([422, '/title']);
    tokens.set('admin', (await createToken({ database, role: 'admin', tenantId: null, name: 'admin' })).token);
    const type = { key: `tip${count}`, label: 'A\r\ntip', promotion: { targetContentType: 'article' } };
    const labelled = await api('content-contribution-types', type, as('admin'));
    expect([labelled.status, labelled.body.errors[0].pointer]).toEqual([422, '/label']);
    expect(() => configureContentContributions({ types: [type] })).toThrow(/one line/);
    const bare = await api('content-contributions/submit', letter({ title: 'The oak', body: '' }), as('editor'));
    expect(bare.body).toMatchObject({ contribution: { status: 'rejected' }, intake: { reasons: [{ code: 'empty' }] } });
  });

  const submitted = async (more: object = {}) =>
    (await api('content-contributions/submit', letter(more), as('editor'))).body.contribution.id as string;
  const byLink = (id: string, key: string, what = '', body?: unknown, from?: string) =>
    api(`content-contributions/${id}${what}`, body, { 'X-Contribution-Key': key }, from);

  it('are followed, answered and taken back by a link, which proves who does so once it is used', async () => {
    const id = await submitted();
    const { key } = await createContributionLink(database, id);
    const read = await byLink(id, key);
    expect([read.status, read.body]).toMatchObject([200, { id, status: 'received', note: null, allowedActions: ['revise', 'withdraw'] }]);
    expect(JSON.stringify(read.body)).not.toMatch(/example\.org|intake|trust/);
    await Object.assign(await stored(id), { editorNotes: 'Not before Monday.' }).save();
    await api(`content-contributions/${id}/request-changes`, { editorNote: 'Where is it?' }, as('editor'));
    expect((await byLink(id, key)).body).toMatchObject({ status: 'needs_changes', note: 'Where is it?' });
    expect((await byLink(id, key, '/revisions', { body: 'In our street.' })).body).toMatchObject({
      status: 'received',
      body: 'In our street.',
    });
    expect(await stored(id)).toMatchObject({ status: 'submitted', senderProof: 'link', revisionCount: 2 });
    expect((await byLink(id, key, '/withdraw', {})).body).toMatchObject({ status: 'withdrawn' });
  });

  it('do not reveal through a link how intake judges a revision', async () => {
    const answers = [];
    let network = 0;
    for (const body of ['Plainly said.', 'A casino that is blocked.', 'A lottery that is held back.']) {
      for (const isAsked of [false, true]) {
        network += 1;
        const from = `203.0.113.${network}`;
        const id = await submitted();
        const { key } = await createContributionLink(database, id);
        if (isAsked) await api(`content-contributions/${id}/request-changes`, { editorNote: 'Where is it?' }, as('editor'));
        const told = [];
        for (const sent of [body, undefined, `${body} Again.`, undefined])
          told.push(await byLink(id, key, sent === undefined ? '' : '/revisions', sent && { body: sent }, from));
        answers.push(
          told.map((each) => [
            each.status,
            { ...each.body, id: each.body.id === id, body: each.body.body?.replace(body, '…'), receivedAt: null },
          ]),
        );
      }
    }
    const [first, ...others] = answers;
    for (const other of others) expect(other).toEqual(first);
    expect(first?.map(([status]) => status)).toEqual([200, 200, 200, 200]);
    const latest = await new ContentContributions(database).list({ orderBy: '-created_at', limit: 20 });
    expect(latest.map(({ status }) => status)).toEqual(expect.arrayContaining(['submitted', 'rejected', 'quarantined']));
  });

  it('that are closed can be followed by a new contribution that names them', async () => {
    const id = await submitted();
    const { key } = await createContributionLink(database, id);
    await api(`content-contributions/${id}/approve`, {}, as('editor'));
    const answer = await byLink(id, key, '/revisions', { body: 'One thing more.' });
    expect(answer.body).toMatchObject({ status: 'received', body: 'One thing more.' });
    expect(answer.body.id).not.toBe(id);
    expect(await stored(answer.body.id)).toMatchObject({ senderProof: 'link', metadata: { relatedTo: id }, promotedContentId: null });
  });

  it('cannot be opened with a link that is another’s, revoked or expired', async () => {
    const [id, other] = [await submitted(), await submitted()];
    const { key, expiresAt } = await createContributionLink(database, id);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(89 * 86_400_000);
    for (const [of, with_] of [
      [other, key],
      [id, `${key.slice(0, -1)}x`],
      [id, ''],
      ['nothing', key],
    ] as const)
      expect((await byLink(of, with_)).status).toBe(404);
    await endContributionLinks(database, (await stored(id)).contributorId);
    expect((await byLink(id, key)).status).toBe(404);
    const fresh = await createContributionLink(database, id);
    await (await stored(id)).move({ linkSentAt: new Date(Date.now() - 91 * 86_400_000).toISOString() });
    expect((await byLink(id, fresh.key)).status).toBe(404);
  });

  it('can be sent by a form in the look of the site, which holds them back, twice an hour, and keeps what was typed', async () => {
    const page = await ask('/contribute');
    let text = await page.text();
    expect(text).toContain('<a class="page-skip" href="#content">');
    expect(text).toContain('<a href="/corrections">Corrections</a>');
    expect(text).toMatch(/<link rel="stylesheet" href="\/styles\/readers/);
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([200, 'no-store', 'no-referrer']);
    expect(text).toContain('A letter');
    expect(text).not.toContain('closed');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const send = async (more: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [, name = '', value = ''] of text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) form.set(name, value);
      for (const [name, value] of Object.entries({
        contributorEmail: `p${count}@example.org`,
        body: 'It <b>stands</b>.',
        website: '',
        ...more,
      }))
        form.set(name, value);
      form.append('files', new Blob([JPEG], { type: 'image/jpeg' }), 'oak.jpg');
      const answer = await ask('/contribute', { method: 'POST', body: form });
      return [answer.status, await answer.text()] as const;
    };
    // Mistakes are shown beside what was typed, with another challenge, and do not count as letters.
    for (let mistake = 0; mistake < 3; mistake += 1) {
      const [wrong, again] = await send({ contributorEmail: 'not "an address', title: 'A <heading>' });
      expect(wrong).toBe(422);
      expect(again).toContain('role="alert"');
      expect(again).toContain('value="not &quot;an address"');
      expect(again).toContain('value="A &lt;heading&gt;"');
      expect(again).toContain('It &lt;b&gt;stands&lt;/b&gt;.</textarea>');
      text = again;
    }
    // Whoever types fast is no robot: an editor sees that it came soon.
    const [status, thanks] = await send();
    expect([status, thanks]).toEqual([201, expect.stringContaining('We received what you sent.')]);
    expect(thanks).not.toMatch(/quarantin|proof/);
    // The challenge was used.
    expect((await send())[0]).toBe(422);
    const [latest] = await new ContentContributions(database).list({ orderBy: '-created_at', limit: 1 });
    expect(latest).toMatchObject({
      status: 'quarantined',
      intakeReasons: [{ code: 'no_proof' }, { code: 'too_quick' }],
      senderProof: 'none',
    });
  }, 60_000);

  it('have a page of their own behind the link, in which nothing of theirs acts', async () => {
    const id = await submitted({ title: '<script>alert(1)</script>', body: '<img src=x onerror=alert(1)>' });
    const { path } = await createContributionLink(database, id);
    const page = await ask(path);
    const text = await page.text();
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([200, 'no-store', 'no-referrer']);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toMatch(/<script|<img/);
    const form = new FormData();
    form.set('act', 'withdraw');
    expect((await ask(path, { method: 'POST', body: form })).status).toBe(200);
    expect((await stored(id)).status).toBe('withdrawn');
    expect((await ask(`/contributions/${id}?key=wrong`)).status).toBe(404);
  });
});
