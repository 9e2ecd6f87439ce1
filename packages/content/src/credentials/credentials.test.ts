import { decodeProtectedHeader } from 'jose';
import type { SignedAccount } from '@colophon/contract';
import { canonicalDigest, canonicalJson } from '@colophon/contract';
import { type Caller, type Database } from '@colophon/core';
import { makePrivateKey, openSigner, publicKeySet } from '@colophon/core/signing';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { verifyAccount } from '@colophon/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { contentSites, ContentGovernanceAssignments, accountCredentials, contentRoutes, signAllAccounts, signPending } from '../index.ts';
import { editionDigest } from '../editions/record/add-edition.ts';
import { ContentEditions } from '../editions/record/content-edition.ts';
import { textDigestOf, textOfVersion } from '../record/signed-text.ts';
import { ContentVersions } from '../versions/content-version.ts';

const BASE = 'https://news.example';
const ISSUER = `${BASE}/issuer`;

describeOnEveryDatabase('signed accounts', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let keyText = '';
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    await new ContentGovernanceAssignments(database).add({
      contentType: 'article',
      publicationProfileKey: 'publication',
      correctionProfileKey: 'correction',
      transparencyEnabled: true,
    });
  });

  const startSigning = async (): Promise<void> => {
    keyText ||= makePrivateKey();
    database.ports.provide(accountCredentials, { signer: await openSigner(database, () => keyText), baseUrl: BASE });
  };
  const run = async (id: string, key: string, input: object = {}, as: Caller = editor()) => {
    const answer = await newsroom.run(id, { key, input, as });
    expect([id, answer.status, answer.error?.message]).toEqual([id, 200, undefined]);
    return answer.value;
  };
  const publish = async (title: string, fields: object = {}): Promise<string> => {
    const made = await newsroom.run('contents.create', {
      input: { type: 'article', title, body: 'It rained.', status: 'published', ...fields },
    });
    expect([made.status, made.error?.message]).toEqual([200, undefined]);
    return String(made.value['id']);
  };
  const account = async (id: string) => (await run('contents.getSignedAccount', id, {}, reader())) as unknown as SignedAccount;
  const check = async (given: unknown, options: object = {}) =>
    verifyAccount(given, { keys: await publicKeySet(database), issuer: ISSUER, ...options });
  const signed = async () =>
    (await new ContentEditions(database).count()) - (await new ContentEditions(database).count({ where: { kid: null } }));

  it('are signed by a command for what was published before there was a key, and not automatically', async () => {
    const old = await publish('Old');
    expect(await signPending(database)).toBe(0);
    await startSigning();
    expect(await signPending(database)).toBe(0);
    const refused = await newsroom.run('contents.getCredential', { key: old, as: reader() });
    expect([refused.status, refused.error?.hint]).toEqual([404, expect.stringContaining('newsroom credentials issue')]);
    expect(await signAllAccounts(database)).toBe(1);
    expect(await signAllAccounts(database)).toBe(0);
    expect(await check(await account(old))).toMatchObject({ ok: true });
  });

  it('are created for each publication, correction and retraction, within a second and without a request', async () => {
    const before = await signed();
    const id = await publish('Rain', { context: 'news', authors: ['Ada'] });
    await run('contents.update', id, { body: 'It rained much.' });
    await run('contents.issueCorrectionAction', id, { type: 'correction', summary: 'It rained little.' });
    await run('contents.issueCorrectionAction', id, { type: 'retraction', summary: 'It did not rain.', note: 'Sorry.' });
    await run('contents.mutateVersionAction', id);
    expect(await signPending(database)).toBe(4);
    expect((await signed()) - before).toBe(4);
    const verdict = await check(await account(id), { address: `${BASE}/articles/news/rain` });
    expect(verdict.fault).toBeNull();
    expect(verdict.account).toMatchObject({
      '@context': ['https://www.w3.org/ns/credentials/v2', `${BASE}/ns/account/v3`],
      type: ['VerifiableCredential', 'PublicationCredential'],
      issuer: ISSUER,
      credentialSubject: {
        contentId: id,
        version: 2,
        transparency: { snapshotKind: 'published', title: 'Rain', authors: [{ digest: expect.any(String) }] },
      },
    });
    expect(verdict.corrections.map(({ number, type, summary }) => [number, type, summary])).toEqual([
      [1, 'correction', 'It rained little.'],
      [2, 'retraction', 'It did not rain.'],
    ]);
    expect(verdict.notProved[0]).toContain('has withdrawn this piece');
  });

  it('are signed at the first request, if they were not signed before', async () => {
    const id = await publish('First request');
    const { credential, version, kid } = await run('contents.getCredential', id, {}, reader());
    expect(version).toBe(1);
    expect(decodeProtectedHeader(String(credential))).toEqual({
      alg: 'Ed25519',
      kid: `${ISSUER}#${kid as string}`,
      typ: 'vc+jwt',
      cty: 'vc',
    });
    expect(await signPending(database)).toBe(0);
  });

  it('are stored once, however many processes sign at the same time', async () => {
    const ids = await Promise.all(['One', 'Two', 'Three'].map((title) => publish(title)));
    const before = await signed();
    const counts = await Promise.all(Array.from({ length: 4 }, () => signPending(database)));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(ids.length);
    expect((await signed()) - before).toBe(ids.length);
  });

  it('cover what was frozen, not what a row was changed to afterwards', async () => {
    const id = await publish('Frozen');
    const { text } = await account(id);
    await database.run({ sql: `UPDATE contents SET body = 'Changed in the database.' WHERE id = '${id}'`, parameters: [] });
    expect((await account(id)).text).toEqual(text);
    const forged = await account(id);
    expect(await check({ ...forged, text: { ...forged.text, body: 'Forged.' } })).toMatchObject({
      ok: false,
      fault: { code: 'text_differs' },
    });
  });

  it('can be read by whoever can read the piece, and by nobody else', async () => {
    const id = await publish('Hidden');
    await run('contents.update', id, { status: 'archived' });
    expect((await newsroom.run('contents.getCredential', { key: id, as: reader() })).status).toBe(404);
    expect((await newsroom.run('contents.getCredential', { key: id })).status).toBe(200);
    const own = await newsroom.run('contents.create', { as: admin('acme'), input: { type: 'article', title: 'Draft' } });
    const draft = String(own.value['id']);
    expect((await newsroom.run('contents.getSignedAccount', { key: draft, as: reader() })).status).toBe(404);
    expect((await newsroom.run('contents.getCredential', { key: draft, as: admin('acme') })).status).toBe(404);
  });

  it('are verified after the key was rotated, and the new key signs from then on', async () => {
    const id = await publish('Before rotation');
    const earlier = await run('contents.getCredential', id);
    await signPending(database);
    keyText = makePrivateKey();
    await startSigning();
    await run('contents.update', id, { body: 'After rotation.' });
    const later = await run('contents.getCredential', id);
    expect(later['kid']).not.toBe(earlier['kid']);
    for (const { credential } of [earlier, later]) expect((await check(String(credential))).fault).toBeNull();
    expect((await run('contents.getCredential', id, { version: 1 }))['credential']).toBe(earlier['credential']);
  });

  it('are served in raw form, with the text that was hashed byte for byte, the keys and the issuer', async () => {
    const id = await publish('Ünïcode — 雨');
    const routes = contentRoutes({ table: newsroom.table, database, authenticate: () => reader(), baseUrl: BASE });
    const get = async (path: string, parameters: Record<string, string> = {}, url = path, headers = {}): Promise<Response> => {
      const response = await routes.find((each) => each.path === path)?.handle(new Request(`${BASE}${url}`, { headers }), parameters);
      if (!response) throw new Error(`${path} was not answered`);
      return response;
    };
    const answer = await get('/contents/:id/credential', { id });
    const jws = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vc+jwt']);
    const tag = answer.headers.get('etag') ?? '';
    expect((await get('/contents/:id/credential', { id }, '/', { 'If-None-Match': tag })).status).toBe(304);
    const { account: said } = await check(jws);
    const text = await (await get('/contents/:id/credential/text', { id })).text();
    expect(text).toBe(canonicalJson(JSON.parse(text)));
    expect(await canonicalDigest(JSON.parse(text))).toBe(said?.credentialSubject.textDigest);
    expect(said?.relatedResource[0].digestSRI).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
    const jsonLd = await run('contents.transparencyJsonLd', id, {}, reader());
    expect(jsonLd['subjectOf']).toMatchObject({ encodingFormat: 'application/vc+jwt', url: said?.id.replace(/\?.*/, '') });
    expect((await get('/contents/:id/credential', { id }, '/?version=0')).status).toBe(400);
    for (const path of ['/contents/:id/credential', '/contents/:id/credential/text'])
      expect([path, (await get(path, { id }, '/?version=1&version=2')).status]).toEqual([path, 400]);
    const asked = (accept: string) =>
      routes.find(({ path }) => path === '/contents/:id/credential')?.handle(new Request(BASE, { headers: { accept } }), { id });
    for (const accept of ['application/json', 'application/vc+jwt;q=0.5, application/json', 'text/html, application/json;q=0.1'])
      // The operation at this address answers JSON.
      expect([accept, await asked(accept)]).toEqual([accept, undefined]);
    for (const accept of ['application/json;q=0', '*/*', 'application/vc+jwt, application/json;q=0.9', 'application/json;q=0.0, */*'])
      expect([accept, (await asked(accept))?.headers.get('content-type')]).toEqual([accept, 'application/vc+jwt']);
    expect((await get('/contents/:id/credential', { id: 'nobody' })).status).toBe(404);
    const keys = await get('/.well-known/jwks.json');
    expect([keys.headers.get('access-control-allow-origin'), await verifyAccount(jws, { keys: await keys.json() })]).toMatchObject([
      '*',
      { ok: true },
    ]);
    const issuer = (await (await get('/issuer')).json()) as { id: string; assertionMethod: string[] };
    const site = 'https://acme.example';
    const ofTenant = contentRoutes({
      table: newsroom.table,
      database,
      authenticate: () => reader(),
      baseUrl: BASE,
      siteOf: async () => site,
    });
    const atTenant = await ofTenant.find(({ path }) => path === '/issuer')?.handle(new Request(`${site}/issuer`), {});
    expect([issuer.id, await atTenant?.json()]).toMatchObject([ISSUER, { id: `${site}/issuer` }]);
    expect(issuer.assertionMethod).toContain(decodeProtectedHeader(jws).kid);
    const context = (await (await get('/ns/account/v3')).json()) as { '@context': Record<string, unknown> };
    for (const term of Object.keys(said?.credentialSubject ?? {}).filter((each) => each !== 'id'))
      expect(context['@context']).toHaveProperty(term);
  });

  it('name an address that identifies no piece of another tenant', async () => {
    const signer = await openSigner(database, () => keyText);
    const site = 'https://acme.example';
    database.ports.provide(accountCredentials, { signer, baseUrl: BASE });
    database.ports.provide(contentSites, async (_database, tenantId) => (tenantId === 'acme' ? site : null));
    for (const tenantId of ['acme', 'globex'])
      await new ContentGovernanceAssignments(database).add({
        contentType: 'article',
        publicationProfileKey: 'publication',
        transparencyEnabled: true,
        tenantId,
      });
    const made = async (as: Caller): Promise<{ id: string; signed: SignedAccount }> => {
      const input = { type: 'article', title: 'Same', slug: 'same', status: 'published' };
      const { value } = await newsroom.run('contents.create', { input, as });
      const id = String(value['id']);
      return { id, signed: (await run('contents.getSignedAccount', id, {}, as)) as unknown as SignedAccount };
    };
    const [ours, acme, globex] = [await made(editor()), await made(editor('acme')), await made(editor('globex'))];
    const aboutOf = async ({ signed: given }: { signed: SignedAccount }, issuer: string) => {
      const { account: found, fault } = await check(given, { issuer });
      return [fault?.code, found?.credentialSubject.id, found?.issuer, new URL(found?.id ?? BASE).origin];
    };
    expect(await aboutOf(ours, ISSUER)).toEqual([undefined, `${BASE}/articles/same`, ISSUER, BASE]);
    expect(await aboutOf(acme, `${site}/issuer`)).toEqual([undefined, `${site}/articles/same`, `${site}/issuer`, site]);
    // Without a site of its own there is no page: the record is named by its id.
    expect(await aboutOf(globex, ISSUER)).toEqual([undefined, `urn:uuid:${globex.id}`, ISSUER, BASE]);
    for (const [{ signed: given }, issuer] of [
      [acme, `${site}/issuer`],
      [globex, ISSUER],
    ] as const)
      expect((await check(given, { issuer, address: `${BASE}/articles/same` })).fault?.code).toBe('address_differs');
    expect((await check(acme.signed)).fault?.code).toBe('issuer_differs');
    expect((await check(globex.signed)).proved[1]).toContain(
      `of a piece without a page of its own (record ${globex.id}, edition 1, version 1)`,
    );
    database.ports.provide(contentSites, contentSites.none);
    await startSigning();
  });

  it('are unavailable if signing is not configured', async () => {
    database.ports.provide(accountCredentials, undefined);
    const id = await publish('Unsigned');
    expect((await newsroom.run('contents.getCredential', { key: id })).status).toBe(503);
    expect(await signPending(database)).toBe(0);
    await startSigning();
    // No process with the key has made this edition: only the command vouches for it.
    expect(await signPending(database)).toBe(0);
    expect(await signAllAccounts(database)).toBe(1);
  });

  describe('are refused to whoever holds the database and not the key', () => {
    const write = (table: string, values: object, where: object) => {
      const { builder } = database.dialect;
      const query = Object.entries(where).reduce(
        (update, [name, value]) => update.where(name, '=', value),
        builder.updateTable(table).set(values),
      );
      return database.run(query.compile());
    };
    const forget = (id: string) => write('content_editions', { kid: null, signature: null }, { contentId: id });
    const unsigned = async (id: string) => {
      expect(await signPending(database)).toBe(0);
      expect((await newsroom.run('contents.getCredential', { key: id, as: reader() })).status).toBe(404);
    };
    const versionOf = async (id: string) =>
      (await new ContentVersions(database).find({ contentId: id, kind: 'publication' })) ?? expect.fail('it has a version');

    it('a snapshot that was rewritten', async () => {
      const id = await publish('Rewritten');
      await signPending(database);
      await forget(id);
      const { snapshot, id: version } = await versionOf(id);
      const forged = { ...snapshot, fields: { ...snapshot.fields, body: 'Never said.' } };
      await write('content_versions', { snapshot: database.dialect.encode('json', forged) }, { id: version });
      await unsigned(id);
    });

    it('a publication that was dated back', async () => {
      const id = await publish('Dated back');
      const { id: version } = await versionOf(id);
      await write('content_versions', { created_at: database.dialect.encode('datetime', '2026-01-01T00:00:00.000Z') }, { id: version });
      await unsigned(id);
    });

    it('a transparency that says otherwise', async () => {
      const id = await publish('Made by hand');
      const { metadata, id: version } = await versionOf(id);
      const forged = { transparency: { ...(metadata as { transparency: object }).transparency, responsiblePerson: 'Nobody' } };
      await write('content_versions', { metadata: database.dialect.encode('json', forged) }, { id: version });
      await unsigned(id);
    });

    it('a correction in other words', async () => {
      const id = await publish('Corrected');
      await signPending(database);
      await run('contents.issueCorrectionAction', id, { type: 'correction', summary: 'It was blue.' });
      await write('content_corrections', { summary: 'It was green.' }, { contentId: id });
      expect(await signPending(database)).toBe(0);
    });

    it('an edition that was made to agree with the forgery', async () => {
      const id = await publish('Agreed');
      const { snapshot, id: version } = await versionOf(id);
      const forged = { ...snapshot, fields: { ...snapshot.fields, body: 'Never said.' } };
      await write('content_versions', { snapshot: database.dialect.encode('json', forged) }, { id: version });
      await write('content_editions', { textDigest: textDigestOf(textOfVersion(forged.fields)) }, { versionId: version });
      await unsigned(id);
      const {
        number,
        kind,
        shownDigest: shown,
        evidenceDigest,
        previous,
        publishedAt,
      } = (await new ContentEditions(database).find({ contentId: id })) ?? expect.fail('it has an edition');
      const edition = { contentId: id, number, kind, shownDigest: String(shown), evidenceDigest, previous, publishedAt };
      const digest = editionDigest({ ...edition, textDigest: textDigestOf(textOfVersion(forged.fields)) });
      await write('content_editions', { digest }, { versionId: version });
      await unsigned(id);
    });

    it('a publication of a type that no assignment governs', async () => {
      const made = await newsroom.run('contents.create', { input: { type: 'note', title: 'A note', status: 'published' } });
      const id = String(made.value['id']);
      await write('content_editions', { textDigest: `sha256:${'0'.repeat(64)}` }, { contentId: id });
      await unsigned(id);
    });
  });
});
