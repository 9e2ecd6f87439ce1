import { derBitString, derInteger, derNull, derObjectIdentifier, derOctetString, derSequence, derUtf8String } from '@colophon/contract/der';
import { beforeAll, describe, expect, it } from 'vitest';
import { TimeStampError, verifyTimeStamp, type VerifyTimeStampOptions } from '../index.ts';
import {
  attribute,
  constraints,
  extension,
  type Holder,
  keyUsage,
  makeHolder,
  makeKeys,
  makeStamper,
  makeToken,
  purposes,
  sha256,
  type TokenOptions,
} from './stamp.support.ts';

const NOW = new Date('2026-07-01T00:00:00Z');
const DATA = new TextEncoder().encode('The head of a log.\n');

let root: Holder;
let stamper: Holder;
beforeAll(async () => {
  root = await makeHolder('root');
  stamper = await makeStamper(root);
});

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'verified',
    (error: unknown) => (error instanceof TimeStampError ? error.code : String(error)),
  );
const verifyWith = (token: Uint8Array, options: Partial<VerifyTimeStampOptions> = {}): ReturnType<typeof verifyTimeStamp> =>
  verifyTimeStamp(token, { data: DATA, authorities: [root.der], now: NOW, ...options });
const check = async (by: Holder, token: TokenOptions = {}, options: Partial<VerifyTimeStampOptions> = {}): Promise<string> =>
  codeOf(verifyWith(await makeToken(by, { data: DATA, ...token }), options));

describe('what a stamp says', () => {
  it('is verified as it stands', async () => {
    const stamp = await verifyWith(await makeToken(stamper, { data: DATA, nonce: 5n }), { nonce: 5n });
    expect(stamp).toMatchObject({ time: new Date('2026-06-01T12:00:00Z'), accuracy: null, serial: 42n, chain: ['CN=stamper', 'CN=root'] });
  });

  it('must have the nonce of the request, if there is one', async () => {
    expect(await check(stamper, {}, { nonce: 5n })).toBe('nonce_differs');
    expect(await check(stamper, { nonce: 6n }, { nonce: 5n })).toBe('nonce_differs');
    expect(await check(stamper, { nonce: 6n })).toBe('verified');
  });

  it.each<[string, TokenOptions, string]>([
    ['another version', { infoVersion: 2 }, 'malformed'],
    ['another version of signed data', { version: 1 }, 'malformed'],
    ['two signers', { signers: 2 }, 'malformed'],
    ['no signer', { signers: 0 }, 'malformed'],
    ['a time without seconds', { time: '202606011200Z' }, 'malformed'],
    ['a time of another zone', { time: '20260601120000+0100' }, 'malformed'],
    ['30 February', { time: '20260230120000Z' }, 'malformed'],
    ['a time in the future', { time: '20260701000501Z' }, 'time_in_future'],
    ['extensions', { afterInfo: [Uint8Array.from([0xa1, 0x00])] }, 'malformed'],
    ['something more', { afterInfo: [derNull()] }, 'malformed'],
    ['an accuracy of 1,000 ms', { afterInfo: [derSequence(Uint8Array.from([0x80, 0x02, 0x03, 0xe8]))] }, 'malformed'],
    ['a negative accuracy', { afterInfo: [derSequence(derInteger(-1))] }, 'malformed'],
    ['another content type', { contentType: '1.2.840.113549.1.7.1' }, 'content_differs'],
    ['a certificate that nobody has', { named: { name: 'root', serial: 8n } }, 'signer_missing'],
    ['another issuer', { named: { name: 'boot', serial: 9n } }, 'signer_missing'],
    ['the hash of another certificate', { certificateHash: sha256(new Uint8Array()) }, 'signing_certificate_differs'],
    ['no certificate', { certificates: [] }, 'signer_missing'],
    ['33 certificates', { certificates: Array.from({ length: 33 }, () => new Uint8Array([0x30, 0])) }, 'malformed'],
    [
      'a signature by MD5 and RSA',
      { signatureAlgorithm: derSequence(derObjectIdentifier('1.2.840.113549.1.1.4'), derNull()) },
      'algorithm_unsupported',
    ],
    ['a signature by RSA-PSS', { signatureAlgorithm: derSequence(derObjectIdentifier('1.2.840.113549.1.1.10')) }, 'algorithm_unsupported'],
    [
      'a signature that mixes hashes',
      { signatureAlgorithm: derSequence(derObjectIdentifier('1.2.840.10045.4.3.4')) },
      'algorithm_unsupported',
    ],
    [
      'a signature by RSA of another key',
      { signatureAlgorithm: derSequence(derObjectIdentifier('1.2.840.113549.1.1.11'), derNull()) },
      'signature_wrong',
    ],
    [
      'parameters where there are none',
      { signatureAlgorithm: derSequence(derObjectIdentifier('1.2.840.10045.4.3.2'), derNull()) },
      'algorithm_unsupported',
    ],
  ])('is refused with %s', async (_, token, code) => {
    expect(await check(stamper, token)).toBe(code);
  });

  it('is about the data by a hash that nobody can imitate', async () => {
    const imprint = (oid: string, hash: Uint8Array): Uint8Array => derSequence(derSequence(derObjectIdentifier(oid)), derOctetString(hash));
    expect(await check(stamper, { imprint: imprint('1.3.14.3.2.26', new Uint8Array(20)) })).toBe('algorithm_unsupported');
    expect(await check(stamper, { imprint: imprint('2.16.840.1.101.3.4.2.1', sha256(DATA).subarray(0, 31)) })).toBe('imprint_differs');
    expect(await check(stamper, { imprint: imprint('2.16.840.1.101.3.4.2.1', new Uint8Array()) })).toBe('imprint_differs');
    const withParameters = derSequence(
      derSequence(derObjectIdentifier('2.16.840.1.101.3.4.2.1'), derInteger(1)),
      derOctetString(sha256(DATA)),
    );
    expect(await check(stamper, { imprint: withParameters })).toBe('algorithm_unsupported');
  });

  it.each<[string, NonNullable<TokenOptions['attributes']>, string]>([
    ['without content type', ([, ...rest]) => rest, 'malformed'],
    ['without digest', ([type, , id]) => [type!, id!], 'malformed'],
    ['without certificate', ([type, digest]) => [type!, digest!], 'malformed'],
    [
      'with a digest of something else',
      ([type, , id]) => [type!, attribute('1.2.840.113549.1.9.4', derOctetString(sha256(new Uint8Array()))), id!],
      'content_differs',
    ],
    ['with the same attribute twice', (all) => [...all, all[0]!], 'malformed'],
    ['with two values', ([, ...rest]) => [attribute('1.2.840.113549.1.9.3', derNull(), derObjectIdentifier('1.2')), ...rest], 'malformed'],
    ['with no value', ([, ...rest]) => [attribute('1.2.840.113549.1.9.3'), ...rest], 'malformed'],
    ['with an attribute that nobody knows', (all) => [...all, attribute('1.2.3', derNull())], 'verified'],
    [
      'with a first version that names another certificate',
      (all) => [...all, attribute('1.2.840.113549.1.9.16.2.12', derSequence(derSequence(derSequence(derOctetString(new Uint8Array(20))))))],
      'signing_certificate_differs',
    ],
  ])('is signed %s', async (_, attributes, code) => {
    expect(await check(stamper, { attributes })).toBe(code);
  });

  it('is not verified by a key that signed something else', async () => {
    const other = await makeStamper(root);
    expect(await check({ ...stamper, keys: other.keys })).toBe('signature_wrong');
  });
});

describe('the certificate of a signer', () => {
  const byExtensions = async (...extensions: Uint8Array[]): Promise<string> => check(await makeStamper(root, { extensions }));

  it('is made for stamping time, says so critically, and for nothing else', async () => {
    const signs = keyUsage(0x80, 7);
    expect(await byExtensions(signs, purposes())).toBe('verified');
    expect(await byExtensions(purposes())).toBe('verified');
    expect(await byExtensions(keyUsage(0x40, 6), purposes())).toBe('verified');
    expect(await byExtensions(signs)).toBe('certificate_unfit');
    expect(await byExtensions(signs, purposes(false))).toBe('certificate_unfit');
    expect(await byExtensions(signs, purposes(true, '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.4'))).toBe('certificate_unfit');
    expect(await byExtensions(signs, purposes(true, '1.3.6.1.5.5.7.3.4'))).toBe('certificate_unfit');
    expect(await byExtensions(signs, purposes(true, '2.5.29.37.0'))).toBe('certificate_unfit');
    expect(await byExtensions(keyUsage(0x20, 5), purposes())).toBe('certificate_unfit');
    expect(await byExtensions(extension('2.5.29.15', derBitString(new Uint8Array(), 0)), purposes())).toBe('certificate_unfit');
    expect(await byExtensions(purposes(), extension('1.2.3', derNull()))).toBe('certificate_unfit');
    expect(await byExtensions(purposes(), extension('1.2.3', derNull(), false))).toBe('verified');
  });

  it('is one that can be read', async () => {
    expect(await byExtensions(purposes(), purposes())).toBe('malformed');
    expect(await byExtensions(extension('2.5.29.37', derUtf8String('x')))).toBe('malformed');
    expect(await byExtensions(extension('2.5.29.15', derBitString(Uint8Array.of(0x81), 7)), purposes())).toBe('malformed');
    expect(await check(await makeStamper(root, { serial: -9n }), { named: { name: 'root', serial: -9n } })).toBe('malformed');
  });

  it('was valid when it stamped, though it need not be now', async () => {
    const at = async (time: string): Promise<string> =>
      check(await makeStamper(root, { from: '2026-05-01T00:00:00Z', until: '2026-06-02T00:00:00Z' }), { time });
    expect(await at('20260601120000Z')).toBe('verified');
    expect(await at('20260602000000Z')).toBe('verified');
    expect(await at('20260602000000.001Z')).toBe('certificate_expired');
    expect(await at('20260430235959Z')).toBe('certificate_expired');
  });

  it('may itself be the authority that is trusted', async () => {
    expect(await check(stamper, {}, { authorities: [stamper.der] })).toBe('verified');
    expect(await check(stamper, { certificates: [] }, { authorities: [stamper.der] })).toBe('verified');
  });

  it('has a key of a kind that is read', async () => {
    const keys = await makeKeys('P-521');
    expect(await check(await makeStamper(root, { keys }))).toBe('algorithm_unsupported');
  });
});

describe('the chain', () => {
  const below = async (middle: Holder, more: readonly Holder[] = []): Promise<string> => {
    const by = await makeStamper(middle);
    return check(by, { named: { name: middle.name, serial: 9n }, certificates: [by, middle, ...more].map(({ der }) => der) });
  };
  const middleWith = (...extensions: Uint8Array[]): Promise<Holder> => makeHolder('middle', { issuer: root, extensions });

  it('leads over authorities in the stamp', async () => {
    const middle = await makeHolder('middle', { issuer: root });
    expect(await below(middle)).toBe('verified');
    expect(await below(await makeHolder('lower', { issuer: middle }), [middle])).toBe('verified');
    const by = await makeStamper(middle);
    const certificates = [by.der];
    expect(await check(by, { named: { name: 'middle', serial: 9n }, certificates })).toBe('chain_untrusted');
    expect(await check(by, { named: { name: 'middle', serial: 9n }, certificates }, { authorities: [root.der, middle.der] })).toBe(
      'verified',
    );
  });

  it('has no member that may not issue certificates for this', async () => {
    const issues = keyUsage(0x04, 2);
    expect(await below(await middleWith(constraints(true), issues))).toBe('verified');
    expect(await below(await middleWith(constraints(true)))).toBe('verified');
    expect(await below(await middleWith())).toBe('certificate_unfit');
    expect(await below(await middleWith(constraints(false)))).toBe('certificate_unfit');
    expect(await below(await middleWith(constraints(true), keyUsage(0x80, 7)))).toBe('certificate_unfit');
    expect(await below(await middleWith(constraints(true), purposes(true, '1.3.6.1.5.5.7.3.4')))).toBe('certificate_unfit');
    expect(await below(await middleWith(constraints(true), purposes(false, '1.3.6.1.5.5.7.3.8')))).toBe('verified');
    expect(await below(await middleWith(constraints(true), extension('2.5.29.30', derSequence())))).toBe('certificate_unfit');
    // The signer of a stamp is no authority, whoever it signs certificates for.
    expect(await below(await makeHolder('middle', { issuer: stamper }), [stamper])).toBe('certificate_unfit');
  });

  it('is not longer than its authorities allow, and was valid at the time', async () => {
    const none = await makeHolder('middle', { issuer: root, extensions: [constraints(true, 0)] });
    expect(await below(none)).toBe('verified');
    expect(await below(await makeHolder('lower', { issuer: none }), [none])).toBe('certificate_unfit');
    expect(await below(await makeHolder('middle', { issuer: root, until: '2026-05-01T00:00:00Z' }))).toBe('certificate_expired');
    const ended = await makeHolder('root', { keys: root.keys, until: '2026-05-01T00:00:00Z' });
    expect(await check(stamper, {}, { authorities: [ended.der] })).toBe('certificate_expired');
    expect(await check(stamper, {}, { authorities: [ended.der, root.der] })).toBe('verified');
  });

  it('is not made of names alone', async () => {
    const impostor = await makeHolder('root');
    expect(await check(await makeStamper(impostor))).toBe('chain_untrusted');
    const middle = await makeHolder('middle', { issuer: impostor });
    expect(await below(middle, [impostor])).toBe('chain_untrusted');
  });

  it('ends, though certificates name each other in a circle', async () => {
    const [a, b] = await Promise.all([makeKeys(), makeKeys()]);
    const first = await makeHolder('a', { keys: a, issuer: { name: 'b', keys: b } });
    const second = await makeHolder('b', { keys: b, issuer: { name: 'a', keys: a } });
    expect(await below(first, [second])).toBe('chain_untrusted');
    const self = await makeHolder('a', { keys: a });
    expect(await below(self, [first, second])).toBe('chain_untrusted');
  });

  it('is given up when very many certificates could be linked', async () => {
    const keys = await makeKeys();
    const same = await Promise.all(Array.from({ length: 30 }, (_, index) => makeHolder('same', { keys, serial: BigInt(index) })));
    expect(await below(same[0]!, same.slice(1))).toBe('chain_untrusted');
  });
});
