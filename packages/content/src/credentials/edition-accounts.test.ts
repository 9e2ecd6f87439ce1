import { createHash } from 'node:crypto';
import { contexts } from '@digitalbazaar/credentials-context';
import { canonicalDigest, type SignedAccount, type SignedEditionAccount } from '@colophon/contract';
import type { Caller, Database } from '@colophon/core';
import { issuerDocument, makePrivateKey, openSigner, publicKeySet, revokeKey, SigningKeys } from '@colophon/core/signing';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { type AccountVerdict, verifyAccount } from '@colophon/verify';
import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { expand } from 'jsonld';
import { beforeAll, expect, it } from 'vitest';
import { NO_FOREIGN_VERIFIER, verifyElsewhere } from '../../../verify/test/foreign-verifier.ts';
import { editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { accountCredentials, ContentGovernanceAssignments, signAllAccounts, signPending } from '../index.ts';
import { accountContext, editionContext, revisionContext } from './account-context.ts';
import { editionPayload } from './payloads/edition-payload.ts';

const BASE = 'https://news.example';
const ISSUER = `${BASE}/issuer`;

/** Serves the contexts that accounts name, as their addresses do. */
async function documentLoader(url: string): Promise<{ contextUrl: null; documentUrl: string; document: unknown }> {
  const own = { '/ns/account/v1': accountContext, '/ns/account/v2': revisionContext, '/ns/account/v3': editionContext }[
    new URL(url).pathname
  ];
  const document = own ? own(BASE) : contexts.get(url);
  if (!document) throw new Error(`No account names ${url}.`);
  return { contextUrl: null, documentUrl: url, document };
}

describeOnEveryDatabase('accounts of editions', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let keyText = makePrivateKey();
  const provide = async (): Promise<void> =>
    void database.ports.provide(accountCredentials, { signer: await openSigner(database, () => keyText), baseUrl: BASE });
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    await new ContentGovernanceAssignments(database).add({
      contentType: 'article',
      publicationProfileKey: 'publication',
      correctionProfileKey: 'correction',
      transparencyEnabled: true,
    });
    await provide();
  });

  const run = async (id: string, key: string | undefined, input: object = {}, as: Caller = editor()) => {
    const answer = await newsroom.run(id, { ...(key === undefined ? {} : { key }), input, as });
    expect([id, answer.status, answer.error?.message]).toEqual([id, 200, undefined]);
    return answer.value;
  };
  const publish = async (fields: object = {}): Promise<string> =>
    String(
      (await run('contents.create', undefined, { type: 'article', title: 'Rain', body: 'It rained.', status: 'published', ...fields }))[
        'id'
      ],
    );
  const account = async (id: string, input: object = {}, as: Caller = reader()) =>
    (await run('contents.getSignedAccount', id, input, as)) as unknown as SignedEditionAccount;
  const check = async (given: unknown, options: object = {}): Promise<AccountVerdict> =>
    verifyAccount(given, { keys: await publicKeySet(database), issuer: ISSUER, ...options });
  const write = (sql: string) => database.run({ sql, parameters: [] });

  /** A piece with a picture, and an edition of each kind. */
  async function livedPiece(): Promise<{ readonly id: string; readonly assetId: string }> {
    const asset = await run('assets.create', undefined, { name: 'rain.jpg', url: 'https://pictures.example/rain.jpg', altText: 'Rain.' });
    const id = await publish({ title: 'Lived', tags: ['weather'] });
    await run('contents.attachAsset', id, { assetId: asset['id'], relationship: 'inline' });
    await run('contents.publishAction', id);
    await run('contents.issueCorrectionAction', id, { type: 'correction', summary: 'It rained little.' });
    await run('contents.withholdAction', id, { kind: 'picture', objectId: asset['id'], code: 'rights' });
    return { id, assetId: String(asset['id']) };
  }

  it('are signed for each edition, of whatever kind, and name the one before', async () => {
    const { id } = await livedPiece();
    await run('contents.update', id, { status: 'archived' });
    await signPending(database);
    const said = [];
    for (let edition = 1; edition <= 5; edition += 1) {
      const { credential } = await run('contents.getCredential', id, { edition });
      const { account: payload, fault } = await check(String(credential));
      expect(fault).toBeNull();
      said.push(payload);
    }
    expect(said.map((each) => each?.type[1])).toEqual([
      'PublicationCredential',
      'PublicationCredential',
      'CorrectionCredential',
      'WithholdingCredential',
      'UnpublicationCredential',
    ]);
    const digests = said.map((each) => each?.credentialSubject.editionDigest);
    expect(said.map((each) => each?.credentialSubject.previous)).toEqual([undefined, ...digests.slice(0, -1)]);
  });

  it('bind everything that is shown, and say what they do not prove', async () => {
    const { id, assetId } = await livedPiece();
    const before = await account(id, { edition: 2 });
    expect((await check(before)).proved.join(' ')).toContain('What was shown with the text is exactly what was signed: 1 picture');
    const [picture] = before.shown?.pictures ?? [];
    for (const change of [{ altText: 'Sun.' }, { sha256: '0'.repeat(64) }, { credit: 'Nobody' }, { aiAssisted: true }]) {
      const shown = { ...before.shown, pictures: [{ ...picture, ...change }] };
      expect([change, (await check({ ...before, shown })).fault?.code]).toEqual([change, 'shown_differs']);
    }
    expect((await check({ ...before, shown: { ...before.shown, pictures: [] } })).fault?.code).toBe('shown_differs');
    expect((await check(before)).notProved).toContain('What 1 picture or file at other sites show: only their addresses.');
    expect((await check({ ...before, shown: null })).notProved).toContain('Pictures, sources and tags: they were not provided.');
    const now = await account(id);
    expect(now.shown).toMatchObject({ pictures: [], withheld: [{ kind: 'picture', id: assetId, code: 'rights' }] });
    expect((await check(now)).proved.join(' ')).toContain('1 thing withheld from readers: picture (rights)');
    // What readers get now is still stated to have been made as it was.
    expect((await check(now)).account?.credentialSubject.transparency).toMatchObject({ snapshotKind: 'published' });
  });

  it('are verified by a JSON-LD processor without an error, whatever they are about', async () => {
    const { id } = await livedPiece();
    await write(`UPDATE content_editions SET seal = NULL WHERE "contentId" = '${id}' AND number = 1`);
    await run('contents.update', id, { status: 'archived' });
    await signAllAccounts(database);
    const plain = await publish({ type: 'note' });
    for (const [piece, edition] of [...[1, 2, 3, 4, 5].map((each) => [id, each] as const), [plain, 1] as const]) {
      const payload = decodeJwt(String((await run('contents.getCredential', piece, { edition }))['credential']));
      const [expanded] = await expand(payload, { safe: true, documentLoader });
      const [subject] = (expanded?.['https://www.w3.org/2018/credentials#credentialSubject'] ?? []) as Record<string, unknown>[];
      expect(subject).toMatchObject({ [`${BASE}/ns/account/v3#edition`]: [{ '@value': edition }] });
      expect(expanded).toHaveProperty('https://www.iana.org/assignments/jwt#iat');
    }
    // Those before redefined `iat`, which no processor accepts: they are verified as JWS.
    await expect(
      expand({ '@context': ['https://www.w3.org/ns/credentials/v2', `${BASE}/ns/account/v1`] }, { documentLoader }),
    ).rejects.toThrow(/redefine a protected term/);
  });

  it('are verified with standard tools alone: the key is where the header says', async () => {
    const id = await publish({ title: 'By hand' });
    const { credential, text } = await account(id);
    const { kid = '' } = decodeProtectedHeader(credential);
    const document = (await issuerDocument(database, ISSUER)) as { verificationMethod: { id: string; publicKeyJwk: JWK }[] };
    expect(kid.startsWith(`${ISSUER}#`)).toBe(true);
    const method = document.verificationMethod.find((each) => each.id === kid);
    const { payload } = await compactVerify(credential, await importJWK(method?.publicKeyJwk ?? {}, 'Ed25519'));
    const { credentialSubject } = JSON.parse(new TextDecoder().decode(payload)) as { credentialSubject: { textDigest: string } };
    expect(credentialSubject.textDigest).toBe(await canonicalDigest(text));
  });

  it('are verified by a program in another language, by the standards alone', async (context) => {
    if (NO_FOREIGN_VERIFIER !== undefined) return context.skip(NO_FOREIGN_VERIFIER);
    const { id } = await livedPiece();
    const plain = await publish({
      type: 'note',
      title: 'Ünïcode — 雨 \u{1F327}',
      body: '\u2028<script>\t"\\ ',
      metadata: { b: 0, a: [1.5e300, 1e21, 0.000001, 1e-7, 123456789012345680000, { 10: 1, 9: 2, '': 'x' }] },
    });
    for (const keys of [await publicKeySet(database), await issuerDocument(database, ISSUER)])
      for (const piece of [id, plain]) {
        const given: SignedAccount = await account(piece);
        expect(verifyElsewhere(given, keys)).toEqual({ ok: true, said: expect.stringContaining(`${ISSUER} ${piece} edition`) });
        expect(verifyElsewhere({ ...given, text: { ...given.text, body: 'Never said.' } }, keys)).toEqual({
          ok: false,
          said: 'refused: the text',
        });
        expect(verifyElsewhere({ ...given, shown: { v: 1 } }, keys)).toMatchObject({ said: 'refused: what is shown' });
        expect(verifyElsewhere({ ...given, credential: given.credential.replace(/\.[^.]*$/, `.${'A'.repeat(86)}`) }, keys)).toMatchObject({
          ok: false,
        });
      }
  });

  it('name the bytes of pictures, and another file is noticed', async () => {
    const bytes = Buffer.from('a picture, as far as this test is concerned');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const asset = await run('assets.create', undefined, { name: 'rain.png', url: 'https://pictures.example/rain.png', altText: 'Rain.' });
    // As storing a file does.
    await write(`UPDATE assets SET sha256 = '${sha256}', "mimeType" = 'image/png' WHERE id = '${asset['id'] as string}'`);
    const id = await publish({ title: 'With bytes' });
    await run('contents.attachAsset', id, { assetId: asset['id'], relationship: 'inline' });
    await run('contents.publishAction', id);
    const given = await account(id);
    expect((await check(given)).notProved).toContain('The bytes of 1 picture or file: they were not provided.');
    const pictures = [{ name: 'rain.png', bytes: new Uint8Array(bytes) }];
    const verdict = await check(given, { pictures });
    expect(verdict.proved).toContain('1 file that you have: byte for byte those that were signed.');
    expect(verdict.notProved.join(' ')).not.toContain('The bytes of');
    const swapped = [{ name: 'rain.png', bytes: new Uint8Array(Buffer.from('another')) }];
    expect((await check(given, { pictures: swapped })).fault).toMatchObject({
      code: 'picture_differs',
      message: expect.stringContaining('rain.png'),
    });
  });

  it('say that they were signed late, if no seal of their time vouches for them', async () => {
    await signAllAccounts(database);
    database.ports.provide(accountCredentials, undefined);
    const id = await publish({ title: 'Without a key' });
    await provide();
    expect(await signPending(database)).toBe(0);
    expect((await newsroom.run('contents.getSignedAccount', { key: id, as: reader() })).status).toBe(404);
    expect(await signAllAccounts(database)).toBe(1);
    const verdict = await check(await account(id));
    expect(verdict.account?.credentialSubject.late).toBe(true);
    expect(verdict.notProved[0]).toContain('it was signed later, by a command');
    expect((await check(await account(await publish()))).account?.credentialSubject).not.toHaveProperty('late');
  });

  it('are not signed late either, if they contradict what was frozen', async () => {
    const id = await publish({ title: 'Forged' });
    await write(`UPDATE content_editions SET "textDigest" = 'sha256:${'0'.repeat(64)}', kid = NULL WHERE "contentId" = '${id}'`);
    expect(await signAllAccounts(database)).toBe(0);
  });

  it('are invalid if a revoked key signed them since then, and stay valid if it signed them before', async () => {
    const early = await publish({ title: 'Early' });
    await signPending(database);
    const [stolen] = await new SigningKeys(database).list({ where: { retiredAt: null } });
    const kid = stolen?.kid ?? '';
    const { iat = 0 } = decodeJwt((await account(early)).credential);
    await expect(revokeKey(database, kid, new Date())).rejects.toThrow('still signs');
    const late = await account(await publish({ title: 'Late' }));
    const lateSignedAt = decodeJwt(late.credential).iat ?? 0;
    keyText = makePrivateKey();
    await provide();
    await expect(revokeKey(database, kid, new Date(Date.now() + 60_000))).rejects.toThrow('not of a later one');
    await expect(revokeKey(database, 'nobody', new Date())).rejects.toThrow('no signing key');
    // Nothing tells two signatures of one second apart.
    await revokeKey(database, kid, new Date((iat + 1) * 1000), new Date((iat + 2) * 1000));
    const revoked = await check(await account(early));
    expect(revoked.fault).toBeNull();
    expect(revoked.notProved.join(' ')).toContain('That it was signed before the key was revoked');
    const dated = { ...(await publicKeySet(database)) };
    expect(dated.keys.find((each) => each.kid === kid)?.revoked).toEqual({ revoked_at: iat + 1, reason: 'compromised' });
    const document = (await issuerDocument(database, ISSUER)) as {
      verificationMethod: { id: string; expires?: string; revoked?: string }[];
    };
    const method = document.verificationMethod.find((each) => each.id === `${ISSUER}#${kid}`);
    expect([method?.expires, method?.revoked]).toEqual([
      expect.stringMatching(/^\d{4}-.*\dZ$/),
      new Date((iat + 1) * 1000).toISOString().replace('.000', ''),
    ]);
    await expect(revokeKey(database, kid, new Date((iat + 2) * 1000), new Date((iat + 3) * 1000))).rejects.toThrow('cannot become later');
    await revokeKey(database, kid, new Date(lateSignedAt * 1000));
    expect((await check(late)).fault?.code).toBe('key_revoked');
    // The publisher vouches again for what it published meanwhile.
    expect(await signAllAccounts(database)).toBeGreaterThan(0);
    const again = await check(await account(idOf(late)));
    expect(again).toMatchObject({ ok: true, account: { credentialSubject: { late: true } } });
  });

  const idOf = ({ credential }: SignedEditionAccount): string =>
    (decodeJwt(credential) as { credentialSubject: { contentId: string } }).credentialSubject.contentId;
});

it('is built from its stored parts in the form in which it was signed, in every later version of the program too', () => {
  const parts = {
    contentId: 'c1',
    kind: 'correction',
    publishedAt: '2026-05-05T10:00:00.000Z',
    textDigest: `sha256:${'ab'.repeat(32)}`,
    numbered: {
      number: 3,
      digest: `sha256:${'cd'.repeat(32)}`,
      previous: `sha256:${'ef'.repeat(32)}`,
      shownDigest: `sha256:${'01'.repeat(32)}`,
    },
    version: 4,
    revision: null,
    transparency: { b: 1, a: 2 },
    origins: { people: 10 },
    assistance: [{ client: 'Client X', actingFor: { role: 'editor' }, approvedBy: 'B. Editor' }],
    correction: { id: 'x', number: 1, type: 'correction', summary: 's', note: null, publishedAt: '2026-05-05T10:00:00.000Z' },
    isLate: true,
  } as const;
  const addresses = { piece: `${BASE}/documents/rain`, site: 'https://acme.example', base: BASE };
  expect(JSON.stringify(editionPayload(parts, addresses, 1_777_975_200))).toMatchInlineSnapshot(
    `"{"@context":["https://www.w3.org/ns/credentials/v2","https://news.example/ns/account/v3"],"credentialSubject":{"assistance":[{"actingFor":{"role":"editor"},"approvedBy":"B. Editor","client":"Client X"}],"contentId":"c1","correction":{"id":"x","note":null,"number":1,"publishedAt":"2026-05-05T10:00:00.000Z","summary":"s","type":"correction"},"edition":3,"editionDigest":"sha256:cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd","id":"https://news.example/documents/rain","late":true,"origins":{"people":10},"previous":"sha256:efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef","shownDigest":"sha256:0101010101010101010101010101010101010101010101010101010101010101","textDigest":"sha256:abababababababababababababababababababababababababababababababab","transparency":{"a":2,"b":1},"version":4},"iat":1777975200,"id":"https://acme.example/api/v1/contents/c1/credential?edition=3","issuer":"https://acme.example/issuer","relatedResource":[{"digestSRI":"sha256-q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=","id":"https://acme.example/api/v1/contents/c1/credential/text?edition=3","mediaType":"application/json"},{"digestSRI":"sha256-AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=","id":"https://acme.example/api/v1/contents/c1/credential/shown?edition=3","mediaType":"application/json"}],"type":["VerifiableCredential","CorrectionCredential"],"validFrom":"2026-05-05T10:00:00.000Z"}"`,
  );
  const { correction: _correction, transparency: _transparency, origins: _origins, assistance: _assistance, ...plain } = parts;
  const earlier = { ...plain, kind: 'publication', numbered: undefined, version: null, revision: 2 } as const;
  expect(JSON.stringify(editionPayload(earlier, addresses, 1_777_975_200))).toMatchInlineSnapshot(
    `"{"@context":["https://www.w3.org/ns/credentials/v2","https://news.example/ns/account/v3"],"credentialSubject":{"contentId":"c1","id":"https://news.example/documents/rain","late":true,"revision":2,"textDigest":"sha256:abababababababababababababababababababababababababababababababab"},"iat":1777975200,"id":"https://acme.example/api/v1/contents/c1/credential?revision=2","issuer":"https://acme.example/issuer","relatedResource":[{"digestSRI":"sha256-q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=","id":"https://acme.example/api/v1/contents/c1/credential/text?revision=2","mediaType":"application/json"}],"type":["VerifiableCredential","PublicationCredential"],"validFrom":"2026-05-05T10:00:00.000Z"}"`,
  );
});
