import { canonicalDigest, type SignedAccount, type SignedEditionAccount } from '@colophon/contract';
import type { Caller, Database } from '@colophon/core';
import { makePrivateKey, openSigner, publicKeySet } from '@colophon/core/signing';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { type AccountVerdict, verifyAccount } from '@colophon/verify';
import { beforeAll, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { accountCredentials, ContentGovernanceAssignments, contentRoutes, signAllAccounts, signPending } from '../index.ts';
import { ContentEditions } from '../editions/record/content-edition.ts';
import { jwsOf } from './payloads/jws-of.ts';
import { publicationPayload } from './payloads/publication-payload.ts';

const BASE = 'https://news.example';
const ISSUER = `${BASE}/issuer`;

describeOnEveryDatabase('signed accounts of types that no assignment governs', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const keyText = makePrivateKey();
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const startSigning = async (): Promise<void> =>
    void database.ports.provide(accountCredentials, { signer: await openSigner(database, () => keyText), baseUrl: BASE });
  const run = async (id: string, key: string, input: object = {}, as: Caller = editor()) => {
    const answer = await newsroom.run(id, { key, input, as });
    expect([id, answer.status, answer.error?.message]).toEqual([id, 200, undefined]);
    return answer.value;
  };
  const publish = async (title: string, fields: object = {}, as?: Caller): Promise<string> => {
    const input = { type: 'note', title, body: 'It rained.', status: 'published', ...fields };
    const made = await newsroom.run('contents.create', { input, ...(as && { as }) });
    expect([made.status, made.error?.message]).toEqual([200, undefined]);
    return String(made.value['id']);
  };
  const account = async (id: string, input: object = {}, as: Caller = reader()) =>
    (await run('contents.getSignedAccount', id, input, as)) as unknown as SignedAccount;
  const check = async (value: unknown, options: object = {}): Promise<AccountVerdict> =>
    verifyAccount(value, { keys: await publicKeySet(database), issuer: ISSUER, ...options });
  const verdictOf = async (id: string): Promise<AccountVerdict> => check(await account(id));
  const recorded = (contentId: string) => new ContentEditions(database).count({ where: { contentId, kind: 'publication' } });
  const write = (sql: string) => database.run({ sql, parameters: [] });

  it('are signed by a command for what was published before, and only then', async () => {
    const id = await publish('Old');
    // As if it was published by a version of the program that did not record publications.
    await write('DELETE FROM content_editions');
    await startSigning();
    const later = await publish('Later');
    expect(await signPending(database)).toBe(1);
    const refused = await newsroom.run('contents.getCredential', { key: id, as: reader() });
    expect([refused.status, refused.error?.hint]).toEqual([404, expect.stringContaining('newsroom credentials issue')]);
    expect(await signAllAccounts(database)).toBe(1);
    expect(await signAllAccounts(database)).toBe(0);
    for (const each of [id, later]) expect(await verdictOf(each)).toMatchObject({ ok: true });
  });

  it('name the revision, and no version and no transparency', async () => {
    const id = await publish('Rain', { context: 'news', authors: ['Ada'] });
    await run('contents.update', id, { body: 'It rained much.' });
    expect(await signPending(database)).toBe(2);
    const verdict = await check(await account(id), { address: `${BASE}/documents/news/rain` });
    expect(verdict.fault).toBeNull();
    expect(verdict.account).toEqual({
      '@context': ['https://www.w3.org/ns/credentials/v2', `${BASE}/ns/account/v3`],
      id: `${BASE}/api/v1/contents/${id}/credential?edition=2`,
      type: ['VerifiableCredential', 'PublicationCredential'],
      issuer: ISSUER,
      validFrom: expect.any(String),
      iat: expect.any(Number),
      credentialSubject: {
        id: `${BASE}/documents/news/rain`,
        contentId: id,
        edition: 2,
        editionDigest: expect.any(String),
        previous: expect.any(String),
        revision: 2,
        textDigest: await canonicalDigest((await account(id)).text),
        shownDigest: await canonicalDigest(((await account(id)) as SignedEditionAccount).shown),
      },
      relatedResource: ['text', 'shown'].map((name) =>
        expect.objectContaining({ id: `${BASE}/api/v1/contents/${id}/credential/${name}?edition=2` }),
      ),
    });
    expect(verdict.notProved[0]).toContain('no review or transparency was recorded');
    expect((await run('contents.listVersions', id, {}, editor()))['items']).toEqual([]);
  });

  it('are created for each publication, even for one that was replaced before it was signed', async () => {
    const id = await publish('Replaced');
    await run('contents.update', id, { body: 'Second.' });
    await run('contents.update', id, { status: 'archived' });
    await run('contents.update', id, { status: 'published' });
    // That it was taken back is a statement too.
    expect(await signPending(database)).toBe(4);
    for (const revision of [1, 2, 4])
      expect(await run('contents.getCredential', id, { revision })).toMatchObject({ version: null, revision, kind: 'publication' });
    // The first text was replaced: its signature remains, and no other text is returned as if it were that one.
    const { status, error } = await newsroom.run('contents.getSignedAccount', { key: id, input: { revision: 1 } });
    expect([status, error?.message]).toEqual([404, expect.stringContaining('is not stored')]);
    const first = String((await run('contents.getCredential', id, { revision: 1 }))['credential']);
    expect(await check({ ...(await account(id)), credential: first })).toMatchObject({ ok: false, fault: { code: 'text_differs' } });
    expect(await check(await account(id, { revision: 2 }))).toMatchObject({ ok: true });
  });

  it('are not created for drafts, nor for changes that readers do not see', async () => {
    const id = await publish('Draft', { status: 'draft' });
    await run('contents.update', id, { body: 'Still a draft.' });
    expect((await newsroom.run('contents.getCredential', { key: id })).status).toBe(404);
    await run('contents.update', id, { status: 'published' });
    expect(await recorded(id)).toBe(1);
    await run('contents.update', id, { state: 'highlighted' });
    await run('contents.update', id, {});
    expect(await recorded(id)).toBe(1);
    expect(await verdictOf(id)).toMatchObject({ ok: true });
  });

  it('are signed at the first request, once, however many processes sign', async () => {
    const id = await publish('At once');
    expect(await verdictOf(id)).toMatchObject({ ok: true });
    expect(await signPending(database)).toBe(0);
    const ids = await Promise.all(['One', 'Two', 'Three'].map((title) => publish(title)));
    const counts = await Promise.all([
      ...Array.from({ length: 4 }, () => signPending(database)),
      ...ids.map(async (each) => ((await verdictOf(each)).ok ? 0 : 1)),
    ]);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(ids.length);
    const credentials = await Promise.all(ids.map(async (each) => (await account(each)).credential));
    await signPending(database);
    expect(await Promise.all(ids.map(async (each) => (await account(each)).credential))).toEqual(credentials);
  });

  it('never verify a text that was changed without a save, and do not sign it either', async () => {
    const id = await publish('Tampered');
    const before = (await account(id)).credential;
    await write(`UPDATE contents SET body = 'Changed in the database.' WHERE id = '${id}'`);
    const changed = await account(id);
    expect(changed.credential).toBe(before);
    expect(await check(changed)).toMatchObject({ ok: false, fault: { code: 'text_differs' } });
    expect(await signPending(database)).toBe(0);
    expect(await signAllAccounts(database)).toBe(0);
    // Before its signature too: the digest is that of what was committed.
    const other = await publish('Tampered at once');
    await write(`UPDATE contents SET body = 'Changed.' WHERE id = '${other}'`);
    expect(await verdictOf(other)).toMatchObject({ ok: false, fault: { code: 'text_differs' } });
  });

  it('remain genuine when a tag of the piece is renamed, which is not a change of the piece', async () => {
    const id = await publish('Tagged', { tags: ['wether', 'oslo'] });
    const before = await account(id);
    // As a rename of a tag does, which is not a save of the record.
    await write(`UPDATE contents SET tags = '["weather","oslo"]' WHERE id = '${id}'`);
    expect(await account(id)).toEqual(before);
    expect(await verdictOf(id)).toMatchObject({ ok: true });
  });

  it('cover exactly what is stored, whatever was entered', async () => {
    const id = await publish('Ünïcode — 雨 \u{1F327}\u0301', {
      body: '\u2028<script>\t"\\ ',
      publish_date: '2026-05-05',
      metadata: { b: -0, a: [1.5e300, 1e21, null, { '': 'x', 10: 1, 9: 2 }], __proto__x: true },
      authors: ['Ada', 'Émile'],
      description: '',
      url: 'https://other.example/a?b=1&c=2',
    });
    const { text } = await account(id);
    expect(text['publish_date']).toBe('2026-05-05T00:00:00.000Z');
    expect(await verdictOf(id)).toMatchObject({ ok: true });
  });

  it('list all corrections of the piece, and its withdrawal', async () => {
    const id = await publish('Corrected');
    await run('contents.issueCorrectionAction', id, { type: 'correction', summary: 'It rained little.' });
    await run('contents.update', id, { body: 'It rained little.' });
    await run('contents.issueCorrectionAction', id, { type: 'retraction', summary: 'It did not rain.' });
    const verdict = await verdictOf(id);
    expect([verdict.fault, verdict.missingCorrections]).toEqual([null, []]);
    expect(verdict.corrections.map(({ number, type }) => [number, type])).toEqual([
      [1, 'correction'],
      [2, 'retraction'],
    ]);
    expect(verdict.notProved[0]).toContain('has withdrawn this piece');
    const { corrections, ...others } = await account(id);
    expect((await check({ ...others, corrections: corrections.slice(1) })).missingCorrections).toEqual([1]);
  });

  it('are about the latest publication, of a type that is governed for a time only', async () => {
    const id = await publish('For a time', { type: 'brief' });
    const subjectOf = async () => (await verdictOf(id)).account?.credentialSubject;
    expect(await subjectOf()).toMatchObject({ revision: 1 });
    const assignment = await new ContentGovernanceAssignments(database).add({ contentType: 'brief', publicationProfileKey: 'publication' });
    expect(await subjectOf()).toMatchObject({ revision: 1 });
    await run('contents.update', id, { body: 'Governed.' });
    const governed = await subjectOf();
    expect(governed).toMatchObject({ version: 1, transparency: { snapshotKind: 'published' } });
    expect(governed).not.toHaveProperty('revision');
    assignment.enabled = false;
    await assignment.save();
    expect(await subjectOf()).toEqual(governed);
    await run('contents.update', id, { body: 'No longer governed.' });
    expect(await subjectOf()).toMatchObject({ revision: 3 });
    expect((await account(id)).text['body']).toBe('No longer governed.');
    expect(await check(await account(id, { version: 1 }))).toMatchObject({ ok: true, account: { credentialSubject: { version: 1 } } });
  });

  it('can be read by whoever can read the piece, and by nobody else', async () => {
    const id = await publish('Hidden');
    await run('contents.update', id, { status: 'archived' });
    for (const input of [{}, { revision: 1 }])
      for (const operation of ['contents.getCredential', 'contents.getSignedAccount']) {
        expect((await newsroom.run(operation, { key: id, input, as: reader() })).status).toBe(404);
        expect((await newsroom.run(operation, { key: id, input })).status).toBe(200);
      }
    const own = await publish('Own', {}, editor('acme'));
    expect((await newsroom.run('contents.getCredential', { key: own, as: editor('globex') })).status).toBe(404);
    // Without a site there is no page: the record is named by its id.
    const { account: found } = await check(await account(own, {}, admin('acme')));
    expect(found?.credentialSubject.id).toBe(`urn:uuid:${own}`);
  });

  it('are not recorded by a publication that was refused or rolled back, and end with the piece', async () => {
    await signPending(database);
    const before = await new ContentEditions(database).count();
    expect((await newsroom.run('contents.create', { input: { type: 'note', title: '', status: 'published' } })).status).toBe(422);
    await expect(
      database.transaction(async () => {
        await publish('Rolled back');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await new ContentEditions(database).count()).toBe(before);
    const id = await publish('Ended');
    await write(`DELETE FROM contents WHERE id = '${id}'`);
    expect(await recorded(id)).toBe(0);
    expect(await signPending(database)).toBe(0);
  });

  it('are served at their addresses, with the text byte for byte', async () => {
    const id = await publish('Addressed');
    const routes = contentRoutes({ table: newsroom.table, database, authenticate: () => reader(), baseUrl: BASE });
    const get = async (path: string, query = ''): Promise<Response> => {
      const handled = routes.find((each) => each.path === path)?.handle(new Request(`${BASE}/${query}`), { id });
      if (!handled) throw new Error(`${path} was not served`);
      return handled;
    };
    const [credential, text] = ['/contents/:id/credential', '/contents/:id/credential/text'];
    const jws = await (await get(credential, '?revision=1')).text();
    const { account: found } = await check(jws);
    expect(found?.id).toBe(`${BASE}/api/v1/contents/${id}/credential?edition=1`);
    expect(await canonicalDigest(JSON.parse(await (await get(text, '?revision=1')).text()))).toBe(found?.credentialSubject.textDigest);
    for (const query of ['?revision=0', '?revision=1&revision=2', '?revision=x'])
      expect([query, (await get(credential, query)).status]).toEqual([query, 400]);
    expect((await get(credential, '?revision=1&version=1')).status).toBe(422);
    expect((await get(credential, '?revision=2')).status).toBe(404);
    const context = (await (await get('/ns/account/v3')).json()) as { '@context': Record<string, unknown> };
    for (const term of Object.keys(found?.credentialSubject ?? {}).filter((each) => each !== 'id'))
      expect(context['@context']).toHaveProperty(term);
  });

  it('are not verified as those of another piece with the same text', async () => {
    const [one, other] = [await publish('Same', { slug: 'same' }), await publish('Same', { slug: 'same-2' })];
    const mixed = { ...(await account(one)), credential: (await account(other)).credential };
    expect(await check(mixed)).toMatchObject({ ok: false, fault: { code: 'text_differs' } });
    expect(await check(await account(other), { address: `${BASE}/documents/same` })).toMatchObject({ fault: { code: 'address_differs' } });
  });
});

it('is built from its stored parts in the form in which it was signed, in every later version of the program too', () => {
  const publication = { contentId: 'c1', revision: 2, textDigest: `sha256:${'ab'.repeat(32)}`, publishedAt: '2026-05-05T10:00:00.000Z' };
  const addresses = { piece: `${BASE}/documents/rain`, site: 'https://acme.example', base: BASE };
  const parts = jwsOf(publicationPayload(publication, addresses, 1_777_975_200), 'k', 'c2ln').split('.');
  expect(parts.slice(0, 2).map((part) => Buffer.from(part, 'base64url').toString())).toEqual([
    '{"alg":"Ed25519","kid":"k","typ":"vc+jwt","cty":"vc"}',
    '{"@context":["https://www.w3.org/ns/credentials/v2","https://news.example/ns/account/v2"],' +
      '"id":"https://acme.example/api/v1/contents/c1/credential?revision=2",' +
      '"type":["VerifiableCredential","PublicationCredential"],"issuer":"https://acme.example/issuer",' +
      '"validFrom":"2026-05-05T10:00:00.000Z","iat":1777975200,' +
      '"credentialSubject":{"id":"https://news.example/documents/rain","contentId":"c1","revision":2,' +
      `"textDigest":"sha256:${'ab'.repeat(32)}"},` +
      '"relatedResource":[{"id":"https://acme.example/api/v1/contents/c1/credential/text?revision=2","mediaType":"application/json",' +
      '"digestSRI":"sha256-q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s="}]}',
  ]);
  expect(parts[2]).toBe('c2ln');
});
