import { canonicalDigest, digestAsSri, type SignedTextAccount } from '@colophon/contract';
import { base64url, CompactSign, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountVerdict, verifyAccount, type VerifyOptions } from './index.ts';

const ISSUER = 'https://news.example/issuer';
const ADDRESS = 'https://news.example/articles/rain';
const SIGNED_AT = Date.parse('2026-05-05T10:00:00Z') / 1000;
const NOW = new Date('2026-06-01T00:00:00Z');
const TEXT = { title: 'Rain', body: 'It rained. — 雨', tags: ['weather'], metadata: { a: null } };
const HEADER = { alg: 'Ed25519', kid: 'now', typ: 'vc+jwt', cty: 'vc' };

let privateKey: CryptoKey;
let x = '';
let genuine: SignedTextAccount;
beforeAll(async () => {
  const pair = await generateKeyPair('Ed25519', { extractable: true });
  privateKey = pair.privateKey;
  x = String((await exportJWK(pair.publicKey)).x);
  const correction = {
    id: 'c1',
    number: 1,
    type: 'correction',
    summary: 'It rained little.',
    note: null,
    publishedAt: '2026-05-06T10:00:00Z',
  };
  genuine = {
    format: 'colophon-account-1',
    credential: await signed(await payload({ transparency: { corrections: [] } })),
    text: TEXT,
    corrections: [await signed(await payload({ version: 2, correction }))],
  };
});

const keys = (more: object = {}) => ({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'now', alg: 'Ed25519', ...more }] });
const check = (account: unknown, options: Partial<VerifyOptions> = {}): Promise<AccountVerdict> =>
  verifyAccount(account, { keys: keys(), issuer: ISSUER, now: NOW, ...options });
const faultOf = async (account: unknown, options?: Partial<VerifyOptions>): Promise<string | undefined> =>
  (await check(account, options)).fault?.code;

async function payload(subject: object, more: object = {}): Promise<object> {
  const textDigest = await canonicalDigest(TEXT);
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://news.example/ns/account/v1'],
    type: ['VerifiableCredential', 'correction' in subject ? 'CorrectionCredential' : 'PublicationCredential'],
    issuer: ISSUER,
    validFrom: '2026-05-05T10:00:00.000Z',
    iat: SIGNED_AT,
    credentialSubject: { id: ADDRESS, contentId: 'p1', version: 1, textDigest, ...subject },
    relatedResource: [{ id: `${ADDRESS}/text`, mediaType: 'application/json', digestSRI: digestAsSri(textDigest) }],
    ...more,
  };
}

function signed(value: object, header: object = {}, key: CryptoKey | Uint8Array = privateKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(value))).setProtectedHeader({ ...HEADER, ...header }).sign(key);
}

describe('verifyAccount', () => {
  it('proves who signed what, when, and which corrections followed', async () => {
    const verdict = await check(genuine, { address: ADDRESS });
    expect([verdict.ok, verdict.fault, verdict.kid, verdict.missingCorrections]).toEqual([true, null, 'now', []]);
    expect(verdict.proved).toEqual([
      `${ISSUER} signed this account on 2026-05-05T10:00:00.000Z with the key now, and it has not been changed since.`,
      `It is the account of a publication of ${ADDRESS} (record p1, version 1), dated 2026-05-05T10:00:00.000Z.`,
      expect.stringContaining('The text is exactly the one that was signed: sha256:'),
      expect.stringContaining('the use of AI are those that the publisher made at publication'),
      'Correction 1 was issued on 2026-05-06T10:00:00Z: It rained little.',
    ]);
    expect(verdict.notProved.join(' ')).toMatch(/are true.*no later publication.*the dates are right.*the keys are the publisher's/);
  });

  it('reads the JWS alone, and says that no text was provided', async () => {
    const verdict = await check(`${genuine.credential}\n`);
    expect([verdict.ok, verdict.notProved[1]]).toEqual([true, 'The text: it was not provided.']);
  });

  it('accepts the members of the text in any order, because it is canonical', async () => {
    const { body, ...others } = TEXT;
    expect(await faultOf({ ...genuine, text: { body, ...others } })).toBeUndefined();
  });

  it('reports which correction is missing, and that a piece was withdrawn', async () => {
    const correction = { id: 'c3', number: 3, type: 'retraction', summary: 'Withdrawn.', note: null, publishedAt: '2026-05-07T10:00:00Z' };
    const verdict = await check({
      ...genuine,
      corrections: [...genuine.corrections, await signed(await payload({ version: 4, correction }))],
    });
    expect([verdict.ok, verdict.missingCorrections]).toEqual([true, [2]]);
    expect(verdict.notProved[0]).toContain('has withdrawn this piece');
    expect(verdict.notProved.join(' ')).toContain('The content of correction 2: issued, but not included.');
  });

  it('refuses an account of another piece, of another issuer, and of another text', async () => {
    expect(await faultOf(genuine, { address: `${ADDRESS}-2` })).toBe('address_differs');
    expect(await faultOf(genuine, { issuer: 'https://other.example/issuer' })).toBe('issuer_differs');
    expect(await faultOf({ ...genuine, text: { ...TEXT, more: true } })).toBe('text_differs');
    const elsewhere = await payload({
      contentId: 'p2',
      version: 2,
      correction: { id: 'c', number: 1, type: 'correction', summary: 's', note: null, publishedAt: '2026-05-06' },
    });
    expect(await faultOf({ ...genuine, corrections: [await signed(elsewhere)] })).toBe('correction_refused');
    expect(await faultOf({ ...genuine, corrections: [...genuine.corrections, ...genuine.corrections] })).toBe('correction_refused');
    expect(await faultOf({ ...genuine, corrections: [genuine.credential] })).toBe('correction_refused');
  });

  it('reads the account of a publication without a version, and says that no review or transparency was recorded', async () => {
    const unversioned = { version: undefined, revision: 3 };
    const account = { ...genuine, credential: await signed(await payload(unversioned)) };
    const verdict = await check(account, { address: ADDRESS });
    expect([verdict.ok, verdict.fault, verdict.corrections.length]).toEqual([true, null, 1]);
    expect(verdict.proved[1]).toContain('(record p1, revision 3)');
    expect(verdict.proved.join(' ')).not.toMatch(/reviews|version/);
    expect(verdict.notProved[0]).toBe('How the piece was made: no review or transparency was recorded for this publication.');
    expect(await faultOf({ ...account, text: { ...TEXT, body: 'Later.' } })).toBe('text_differs');
    expect(await faultOf({ ...account, corrections: [...genuine.corrections, ...genuine.corrections] })).toBe('correction_refused');
    expect(await faultOf(account, { address: `${ADDRESS}-2` })).toBe('address_differs');
  });

  it('refuses an account that names neither or both of version and revision, or states a transparency without a version', async () => {
    const correction = { id: 'c', number: 1, type: 'correction', summary: 's', note: null, publishedAt: '2026-05-06' };
    for (const subject of [
      { version: undefined },
      { version: undefined, revision: '3' },
      { version: 1, revision: 3, transparency: {} },
      { version: undefined, revision: 3, transparency: {} },
      { version: undefined, revision: 3, correction },
      { version: null, revision: 3 },
    ])
      expect([subject, await faultOf(await signed(await payload(subject)))]).toEqual([subject, 'payload_shape']);
  });

  it('refuses what is dated in the future, and to a time when its key was not in use', async () => {
    expect(await faultOf(genuine, { now: new Date((SIGNED_AT - 301) * 1000) })).toBe('signed_in_future');
    expect(await faultOf(genuine, { keys: keys({ iat: SIGNED_AT - 10, exp: SIGNED_AT }) })).toBeUndefined();
    expect(await faultOf(genuine, { keys: keys({ exp: SIGNED_AT - 1 }) })).toBe('signed_outside_key_time');
    expect(await faultOf(genuine, { keys: keys({ iat: SIGNED_AT + 1 }) })).toBe('signed_outside_key_time');
  });

  it('verifies Ed25519 signatures only, whatever the header says', async () => {
    const [, body = '', signature = ''] = genuine.credential.split('.');
    const none = base64url.encode(JSON.stringify({ ...HEADER, alg: 'none' }));
    for (const jws of [`${none}.${body}.`, `${none}.${body}.${signature}`])
      expect(await faultOf(jws)).toMatch(/^(?:not_an_account|header_refused)$/);
    // The public key as the secret of a symmetric signature, as text and as bytes.
    for (const secret of [new TextEncoder().encode(x.padEnd(64, 'x')), base64url.decode(x)]) {
      const forged = await new SignJWT({ ...(await payload({ transparency: {} })) })
        .setProtectedHeader({ ...HEADER, alg: 'HS256' })
        .sign(secret);
      expect(await faultOf(forged)).toBe('header_refused');
    }
    const stranger = await generateKeyPair('Ed25519');
    expect(await faultOf(await signed(await payload({ transparency: {} }), {}, stranger.privateKey))).toBe('signature_wrong');
    expect(await faultOf(await signed(await payload({ transparency: {} }), { kid: 'other' }))).toBe('unknown_key');
    for (const header of [{ typ: 'JWT' }, { cty: 'json' }, { alg: 'EdDSA' }, { jku: 'https://evil.example/' }, { jwk: { kty: 'OKP' } }])
      expect([header, await faultOf(await signed(await payload({ transparency: {} }), header))]).toEqual([header, 'header_refused']);
  });

  it('refuses a signed payload that is not an account', async () => {
    for (const value of [
      [],
      {},
      { vc: {} },
      await payload({}),
      await payload({ transparency: {}, textDigest: 'sha256:x' }),
      await payload({ transparency: {} }, { iat: 'x' }),
    ])
      expect(await faultOf(await signed(value))).toBe('payload_shape');
  });

  it.each([undefined, null, 5, '', 'x', 'a.b.c', [], {}, { format: 'colophon-account-1' }, { format: 'colophon-account-2' }])(
    'refuses %j without throwing',
    async (given) => {
      const verdict = await check(given);
      expect([verdict.ok, verdict.fault?.code, verdict.proved]).toEqual([false, 'not_an_account', []]);
      expect(verdict.notProved[0]).toContain('Nothing is proved');
    },
  );

  it.each([
    undefined,
    {},
    { keys: [] },
    { keys: 5 },
    { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'now' }] },
    { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'short', kid: 'now' }] },
  ])('refuses the keys %j', async (given) => {
    expect(await faultOf(genuine, { keys: given })).toBe('keys_unusable');
  });

  it('detects a change of any byte of the signature, the text, a correction and the key', async () => {
    const { credential, corrections, text } = genuine;
    const changed = (value: string): string[] =>
      Array.from(value, (_, index) => `${value.slice(0, index)}${value[index] === 'A' ? 'B' : 'A'}${value.slice(index + 1)}`);
    // Other bytes than letters too, and the bits of the last character that decoders pass over.
    const flipped = (value: string): string[] =>
      Array.from(value, (char, index) => `${value.slice(0, index)}${String.fromCharCode(char.charCodeAt(0) ^ 1)}${value.slice(index + 1)}`);
    for (const jws of [...changed(credential).filter((_, index) => index % 5 === 0), ...flipped(credential)])
      expect((await check({ ...genuine, credential: jws })).ok).toBe(false);
    const unversioned = await signed(await payload({ version: undefined, revision: 3 }));
    for (const jws of flipped(unversioned)) expect((await check({ ...genuine, credential: jws })).ok).toBe(false);
    for (const jws of flipped(corrections[0] ?? '')) expect(await faultOf({ ...genuine, corrections: [jws] })).toBe('correction_refused');
    const written = JSON.stringify(text);
    for (const each of flipped(written)) {
      const parsed = tryParse(each);
      if (parsed !== undefined)
        expect([each, (await check({ ...genuine, text: parsed as SignedTextAccount['text'] })).ok]).toEqual([each, false]);
    }
    // The last character of 32 bytes has two bits that mean nothing: each of the four texts but one is refused.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [1, 2, 3].map((bits) => x.slice(0, -1) + last[last.indexOf(x.at(-1) ?? '') + bits]);
    for (const each of [...flipped(x), ...others])
      expect([each, (await check(genuine, { keys: { keys: [{ ...keys().keys[0], x: each }] } })).ok]).toEqual([each, false]);
    const file = JSON.stringify(genuine);
    for (const each of flipped(file).filter((_, index) => index % 7 === 0)) {
      const parsed = tryParse(each);
      if (parsed !== undefined) expect([each, (await check(parsed)).ok]).toEqual([each, false]);
    }
  });
});

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
