import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { requireCurrentSchema } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import {
  issuerDocument,
  makePrivateKey,
  openSigner,
  publicKeySet,
  readOrMakeKeyFile,
  readPrivateKey,
  replaceKeyFile,
  SigningKeys,
} from './index.ts';

const TYPE = { typ: 'test+jwt' };

describeOnEveryDatabase('signing', (open) => {
  let database: Database;
  const folder = mkdtempSync(join(tmpdir(), 'colophon-signing-'));
  const file = join(folder, 'data/signing-key');
  const readKey = (): string => readOrMakeKeyFile(file);
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, operationTable([SigningKeys]).schema);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const verified = async (jws: string): Promise<unknown> => {
    const keys = createLocalJWKSet((await publicKeySet(database)) as unknown as JSONWebKeySet);
    const { payload } = await compactVerify(jws, keys, { algorithms: ['Ed25519'] });
    return JSON.parse(new TextDecoder().decode(payload));
  };

  it('makes a key at first use that its owner alone may read, and keeps its public part alone in the database', async () => {
    const signer = await openSigner(database, readKey);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { d } = JSON.parse(readFileSync(file, 'utf8')) as { d: string };
    const { jws, kid } = await signer.sign({ said: 'so' }, TYPE);
    expect(kid).toBe(await calculateJwkThumbprint((await publicKeySet(database)).keys[0] ?? {}));
    expect(decodeProtectedHeader(jws)).toEqual({ alg: 'Ed25519', kid, typ: 'test+jwt' });
    expect(await verified(jws)).toEqual({ said: 'so' });
    expect(JSON.stringify(await new SigningKeys(database).list())).not.toContain(d);
    expect(JSON.stringify(await publicKeySet(database))).not.toContain(d);
  });

  it('registers a key once, however many processes start at once', async () => {
    const before = await publicKeySet(database);
    await Promise.all(Array.from({ length: 5 }, () => openSigner(database, readKey)));
    expect(await publicKeySet(database)).toEqual(before);
  });

  it('signs with the new key as soon as the file is replaced, and what was signed before still holds', async () => {
    const signer = await openSigner(database, readKey);
    const earlier = await signer.sign({ said: 'before' }, TYPE);
    replaceKeyFile(file, makePrivateKey());
    const later = await signer.sign({ said: 'after' }, TYPE);
    expect(later.kid).not.toBe(earlier.kid);
    expect(await Promise.all([verified(earlier.jws), verified(later.jws)])).toEqual([{ said: 'before' }, { said: 'after' }]);
    const keys = new Map((await publicKeySet(database)).keys.map((each) => [each.kid, each]));
    expect(keys.get(earlier.kid)?.exp).toBeGreaterThanOrEqual(keys.get(later.kid)?.iat ?? Infinity);
    expect(keys.get(later.kid)?.exp).toBeUndefined();
    const document = await issuerDocument(database, 'https://news.example/issuer');
    expect(document['assertionMethod']).toEqual([later.kid, earlier.kid].map((kid) => `https://news.example/issuer#${kid}`));
  });

  it('signs nothing more with a key that another process retired, and refuses to start with one', async () => {
    const text = readFileSync(file, 'utf8');
    const signer = await openSigner(database, () => text);
    await openSigner(database, makePrivateKey);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
    try {
      await expect(signer.sign({}, TYPE)).rejects.toThrow(/was retired on/);
    } finally {
      vi.useRealTimers();
    }
    await expect(openSigner(database, () => text)).rejects.toThrow(/was retired on/);
  });
});

describe('a private key', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['a public key', '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'],
    ['another curve', '{"kty":"OKP","crv":"X25519","x":"a","d":"b"}'],
    ['a symmetric key', '{"kty":"oct","k":"c2VjcmV0"}'],
  ])('is refused when it is %s', (_, text) => {
    expect(() => readPrivateKey(text)).toThrow('must be a private Ed25519 key');
  });

  it('is refused when its parts do not belong together, without telling any of it', () => {
    const [one, other] = [JSON.parse(makePrivateKey()) as { d: string }, JSON.parse(makePrivateKey()) as { x: string }];
    const read = () => readPrivateKey(JSON.stringify({ ...one, x: other.x }));
    expect(read).toThrow('does not belong to its public part');
    expect(read).not.toThrow(one.d);
  });

  it('file that is empty or cut short is refused, never replaced', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-signing-'));
    const file = join(folder, 'signing-key');
    writeFileSync(file, '{"kty":"OKP"');
    expect(() => readPrivateKey(readOrMakeKeyFile(file))).toThrow('must be a private Ed25519 key');
    expect(readFileSync(file, 'utf8')).toBe('{"kty":"OKP"');
    rmSync(folder, { recursive: true });
  });
});
