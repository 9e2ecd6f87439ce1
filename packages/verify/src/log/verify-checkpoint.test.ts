import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  EMPTY_TREE,
  formatCheckpoint,
  formatLogProof,
  formatVerifierKey,
  growTree,
  inclusionProof,
  leafHash,
  LogError,
  parseCheckpoint,
  parseLogProof,
  parsePolicy,
  policyOfLog,
  SIGNATURE_TYPE,
  verifyCheckpoint,
  verifyLogProof,
} from '../index.ts';
import { ed25519Pair, hashOf, type NoteSigner, noteSigner } from './log.support.ts';

const ORIGIN = 'news.example/log';
const NOW = new Date('2026-06-01T00:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const ROOT = hashOf('root');
const TEXT = formatCheckpoint({ origin: ORIGIN, size: 7, root: ROOT, extensions: [] });

let log: NoteSigner;
let logLine = '';
let w1: NoteSigner;
let w2: NoteSigner;
let w3: NoteSigner;
beforeAll(async () => {
  log = await noteSigner(ORIGIN, SIGNATURE_TYPE.ed25519);
  logLine = await log.line(TEXT);
  [w1, w2, w3] = (await Promise.all(
    ['one', 'two', 'three'].map((name) => noteSigner(`${name}.example/w`, SIGNATURE_TYPE.ed25519Cosignature)),
  )) as [NoteSigner, NoteSigner, NoteSigner];
});

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'verified',
    (error: unknown) => (error instanceof LogError ? error.code : String(error)),
  );
const noteOf = (...lines: string[]): string => `${TEXT}\n${lines.join('')}`;
const policyOf = (...lines: string[]): ReturnType<typeof parsePolicy> =>
  parsePolicy(
    [
      `log ${formatVerifierKey(log.key)}`,
      ...[w1, w2, w3].map(({ key }, index) => `witness w${index + 1} ${formatVerifierKey(key)}`),
      ...lines,
    ].join('\n'),
  );
const check = async (note: string, ...policy: string[]): Promise<string> =>
  codeOf(verifyCheckpoint(note, { policy: await policyOf(...policy), now: NOW }));

describe('checkpoints', () => {
  it('are read as they were written', () => {
    const checkpoint = { origin: ORIGIN, size: Number.MAX_SAFE_INTEGER, root: new Uint8Array(ROOT), extensions: ['more', 'and more'] };
    expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
    const empty = { origin: 'o', size: 0, root: new Uint8Array(hashOf('')), extensions: [] };
    expect(parseCheckpoint(formatCheckpoint(empty))).toEqual(empty);
  });

  const root = Buffer.from(ROOT).toString('base64');
  it.each([
    '',
    'o\n7\n',
    `o\n7\n${root}`,
    `\n7\n${root}\n`,
    `o\n\n${root}\n`,
    `o\n07\n${root}\n`,
    `o\n-7\n${root}\n`,
    `o\n+7\n${root}\n`,
    `o\n7.0\n${root}\n`,
    `o\n 7\n${root}\n`,
    `o\n9007199254740992\n${root}\n`,
    `o\n99999999999999999999\n${root}\n`,
    `o\n0\n${root}\n`,
    `o\n7\n${root.slice(4)}\n`,
    `o\n7\n${root.replace('=', '')}\n`,
    `o\n7\n${root}\n\n`,
    `o\n7\n${root}\nmore\n\nand more\n`,
  ])('%j is refused', (text) => {
    expect(() => parseCheckpoint(text)).toThrow(expect.objectContaining({ code: 'checkpoint_malformed' }));
  });
});

describe('verifyCheckpoint', () => {
  it('returns the head that a known log signed', async () => {
    const head = await verifyCheckpoint(noteOf(logLine), { policy: policyOfLog(log.key), origin: ORIGIN, now: NOW });
    expect(head).toMatchObject({ origin: ORIGIN, size: 7, extensions: [], log: { name: ORIGIN }, witnesses: [] });
    expect(Buffer.from(head.root).equals(ROOT)).toBe(true);
  });

  it('refuses what no known log signed, or one under the name of another', async () => {
    const other = await noteSigner(ORIGIN, SIGNATURE_TYPE.ed25519);
    expect(await check(noteOf(await other.line(TEXT)), 'quorum none')).toBe('log_unknown');
    expect(await check(noteOf(await w1.line(TEXT)), 'quorum none')).toBe('log_unknown');
    const elsewhere = TEXT.replace(ORIGIN, 'other.example/log');
    expect(await check(`${elsewhere}\n${await log.line(elsewhere)}`, 'quorum none')).toBe('log_unknown');
    const policy = policyOfLog(log.key);
    expect(await codeOf(verifyCheckpoint(noteOf(logLine), { policy, origin: 'other.example/log', now: NOW }))).toBe('log_unknown');
  });

  it('ignores unknown signatures, and refuses a wrong one of a known key even beside a right one', async () => {
    const [name, id] = [w1.key.name, log.key.id];
    const stranger = `— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), Buffer.alloc(72)]).toString('base64')}\n`;
    expect(await check(noteOf(stranger, logLine, stranger), 'quorum none')).toBe('verified');
    const wrong = await log.line(`${TEXT}more\n`);
    expect(await check(noteOf(logLine, wrong), 'quorum none')).toBe('signature_wrong');
    expect(await check(noteOf(wrong, logLine), 'quorum none')).toBe('signature_wrong');
    const short = `— ${ORIGIN} ${Buffer.concat([Buffer.from(id, 'hex'), Buffer.alloc(63)]).toString('base64')}\n`;
    expect(await check(noteOf(logLine, short), 'quorum none')).toBe('signature_wrong');
  });

  it('checks the signatures of all keys that a log has', async () => {
    const next = await noteSigner(ORIGIN, SIGNATURE_TYPE.ed25519);
    const both = { ...policyOfLog(log.key), logs: [log.key, next.key].map((key) => ({ key, url: null })) };
    const [good, wrong] = [await next.line(TEXT), await next.line(`${TEXT}more\n`)];
    expect(await codeOf(verifyCheckpoint(noteOf(good), { policy: both, now: NOW }))).toBe('verified');
    expect(await codeOf(verifyCheckpoint(noteOf(logLine, good), { policy: both, now: NOW }))).toBe('verified');
    expect(await codeOf(verifyCheckpoint(noteOf(logLine, wrong), { policy: both, now: NOW }))).toBe('signature_wrong');
  });

  it('counts a witness once, however often it signed', async () => {
    const twice = noteOf(logLine, await w1.line(TEXT, SECONDS), await w1.line(TEXT, SECONDS - 60));
    expect(await check(twice, 'group all any w1 w2 w3', 'quorum all')).toBe('verified');
    expect(await check(twice, 'group two 2 w1 w2 w3', 'quorum two')).toBe('witnesses_missing');
    const { witnesses } = await verifyCheckpoint(twice, { policy: await policyOf('quorum w1'), now: NOW });
    expect(witnesses.map(({ name, state, time }) => [name, state, time])).toEqual([
      ['w1', 'valid', SECONDS - 60],
      ['w2', 'missing', null],
      ['w3', 'missing', null],
    ]);
  });

  it('does not count a witness that dates its cosignature into the future, and refuses a time that is none', async () => {
    const at = async (time: bigint | number): Promise<string> => check(noteOf(logLine, await w1.line(TEXT, time)), 'quorum w1');
    expect(await at(SECONDS)).toBe('verified');
    expect(await at(SECONDS + 300)).toBe('verified');
    expect(await at(SECONDS + 301)).toBe('witnesses_missing');
    expect(await at(2n ** 63n - 1n)).toBe('witnesses_missing');
    expect(await at(2n ** 63n)).toBe('signature_wrong');
  });

  it('does not take a cosignature for another text, time or key', async () => {
    const line = await w1.line(TEXT, SECONDS);
    const signature = Buffer.from(line.split(' ')[2]!, 'base64');
    const later = Buffer.from(signature);
    later.writeUInt8(later.readUInt8(11) ^ 1, 11);
    const written = (bytes: Buffer, name = w1.key.name): string => `— ${name} ${bytes.toString('base64')}\n`;
    expect(await check(noteOf(logLine, written(later)), 'quorum w1')).toBe('signature_wrong');
    expect(await check(noteOf(logLine, written(signature.subarray(0, 10))), 'quorum w1')).toBe('signature_wrong');
    const asSecond = Buffer.concat([Buffer.from(w2.key.id, 'hex'), signature.subarray(4)]);
    expect(await check(noteOf(logLine, written(asSecond, w2.key.name)), 'quorum w1')).toBe('signature_wrong');
    // The signature of a log is none of a witness, even with the same key: the texts differ.
    const pair = await ed25519Pair();
    const plain = await noteSigner('one.example/w', SIGNATURE_TYPE.ed25519, pair);
    const cosigner = await noteSigner('one.example/w', SIGNATURE_TYPE.ed25519Cosignature, pair);
    const ofLog = Buffer.from((await plain.line(TEXT)).split(' ')[2]!, 'base64').subarray(4);
    const claimed = written(Buffer.concat([Buffer.from(cosigner.key.id, 'hex'), signature.subarray(4, 12), ofLog]), cosigner.key.name);
    const policy = { ...policyOfLog(log.key), witnesses: [{ name: 'w', key: cosigner.key, url: null }], quorum: 'w' };
    expect(await codeOf(verifyCheckpoint(noteOf(logLine, claimed), { policy, now: NOW }))).toBe('signature_wrong');
  });

  it('evaluates groups of groups', async () => {
    const lines = ['group a any w1 w2', 'group b all a w3', 'quorum b'];
    const [one, two, three] = await Promise.all([w1, w2, w3].map((witness) => witness.line(TEXT, SECONDS)));
    expect(await check(noteOf(logLine, one!), ...lines)).toBe('witnesses_missing');
    expect(await check(noteOf(logLine, one!, two!), ...lines)).toBe('witnesses_missing');
    expect(await check(noteOf(logLine, two!, three!), ...lines)).toBe('verified');
    expect(await check(noteOf(logLine, three!), ...lines)).toBe('witnesses_missing');
  });
});

const hasMlDsa = await crypto.subtle.generateKey('ML-DSA-44', true, ['sign', 'verify']).then(
  () => true,
  () => false,
);

describe.skipIf(!hasMlDsa)('cosignatures by ML-DSA-44 (skipped where Web Crypto does not have it)', () => {
  it('count like those by Ed25519, and a time of zero says nothing', async () => {
    const witness = await noteSigner('pq.example/w', SIGNATURE_TYPE.mlDsa44Cosignature);
    const policy = await policyOf(`witness pq ${formatVerifierKey(witness.key)}`, 'quorum pq');
    const stateAt = async (time: number): Promise<unknown> =>
      (await verifyCheckpoint(noteOf(logLine, await witness.line(TEXT, time)), { policy, now: NOW })).witnesses[3];
    expect(await stateAt(SECONDS)).toMatchObject({ state: 'valid', time: SECONDS });
    expect(await stateAt(0)).toMatchObject({ state: 'valid', time: null });
    const other = TEXT.replace('7\n', '8\n');
    expect(await codeOf(verifyCheckpoint(noteOf(logLine, await witness.line(other)), { policy, now: NOW }))).toBe('signature_wrong');
  });

  it('of a log do not cover further lines, which are refused', async () => {
    const signer = await noteSigner(ORIGIN, SIGNATURE_TYPE.mlDsa44Cosignature);
    const policy = policyOfLog(signer.key);
    const line = await signer.line(TEXT, SECONDS);
    expect(await codeOf(verifyCheckpoint(noteOf(line), { policy, now: NOW }))).toBe('verified');
    expect(await codeOf(verifyCheckpoint(`${TEXT}more\n\n${line}`, { policy, now: NOW }))).toBe('checkpoint_malformed');
  });

  it('are reported as not checked by a runtime without the algorithm, and do not count', async () => {
    const witness = await noteSigner('pq.example/w', SIGNATURE_TYPE.mlDsa44Cosignature);
    const line = await witness.line(TEXT, SECONDS);
    const importKey = crypto.subtle.importKey.bind(crypto.subtle);
    const spy = vi.spyOn(crypto.subtle, 'importKey').mockImplementation((async (format: 'raw', ...rest: unknown[]) => {
      if ((format as string) === 'raw-public') throw new DOMException('Unrecognized algorithm', 'NotSupportedError');
      return Reflect.apply(importKey, crypto.subtle, [format, ...rest]);
    }) as typeof crypto.subtle.importKey);
    try {
      const key = `witness pq ${formatVerifierKey(witness.key)}`;
      expect(await check(noteOf(logLine, line), key, 'quorum pq')).toBe('witnesses_missing');
      const { witnesses } = await verifyCheckpoint(noteOf(logLine, line), { policy: await policyOf(key, 'quorum none'), now: NOW });
      expect(witnesses[3]).toMatchObject({ name: 'pq', state: 'not_checked', time: null });
      const signer = await noteSigner(ORIGIN, SIGNATURE_TYPE.mlDsa44Cosignature);
      const own = noteOf(await signer.line(TEXT, SECONDS));
      expect(await codeOf(verifyCheckpoint(own, { policy: policyOfLog(signer.key), now: NOW }))).toBe('not_checkable');
    } finally {
      spy.mockRestore();
    }
  });
});

describe('proofs of logging', () => {
  const entries = Array.from({ length: 7 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
  let file = '';
  beforeAll(async () => {
    const tree = await growTree(EMPTY_TREE, await Promise.all(entries.map((entry) => leafHash(entry))));
    const text = formatCheckpoint({ origin: ORIGIN, size: 7, root: tree.root, extensions: [] });
    const hashes = await inclusionProof(5, 7, ({ level }) => tree.partial[Number(level)]!);
    const checkpoint = `${text}\n${await log.line(text)}${await w1.line(text, SECONDS)}`;
    file = formatLogProof({ extra: Uint8Array.of(1, 2), index: 5, hashes, checkpoint });
  });

  it('verify for their entry, under a policy with witnesses, and for no other', async () => {
    const options = { policy: await policyOf('quorum w1'), now: NOW };
    const proof = await verifyLogProof(new TextEncoder().encode(file), entries[5]!, options);
    expect(proof).toMatchObject({ index: 5, checkpoint: { size: 7, origin: ORIGIN } });
    expect(await codeOf(verifyLogProof(file, entries[4]!, options))).toBe('proof_wrong');
    expect(await codeOf(verifyLogProof(file.replace('index 5', 'index 4'), entries[5]!, options))).toBe('proof_wrong');
    expect(await codeOf(verifyLogProof(file.replace('index 5', 'index 7'), entries[5]!, options))).toBe('proof_wrong');
    expect(await codeOf(verifyLogProof(file, entries[5]!, { ...options, policy: await policyOf('quorum w2') }))).toBe('witnesses_missing');
  });

  it('are read as they were written', () => {
    expect(formatLogProof(parseLogProof(file))).toBe(file);
    expect([...parseLogProof(file).extra!]).toEqual([1, 2]);
    expect(parseLogProof(file.replace(/extra .*\n/, '')).extra).toBeNull();
  });

  it.each<[string, (text: string) => string]>([
    ['another version', (text) => text.replace('@v1', '@v2')],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['no index', (text) => text.replace(/index .*\n/, '')],
    ['an index with a leading zero', (text) => text.replace('index 5', 'index 05')],
    ['a negative index', (text) => text.replace('index 5', 'index -5')],
    ['an index beyond 2^53', (text) => text.replace('index 5', 'index 9007199254740993')],
    ['empty extra data', (text) => text.replace(/extra .*\n/, 'extra \n')],
    ['extra data that is not canonical', (text) => text.replace('extra AQI=', 'extra AQJ=')],
    ['two lines of extra data', (text) => text.replace('extra AQI=\n', 'extra AQI=\nextra AQI=\n')],
    ['a hash that is cut', (text) => text.replace(/(index 5\n)..../, '$1')],
    ['64 hashes', (text) => text.replace('index 5\n', `index 5\n${`${Buffer.from(ROOT).toString('base64')}\n`.repeat(64)}`)],
    ['nothing else', (text) => text.slice(0, text.indexOf('\n\n'))],
    ['10 MB', (text) => text + 'a'.repeat(10_000_000)],
  ])('are refused with %s', (_, change) => {
    expect(() => parseLogProof(change(file))).toThrow(expect.objectContaining({ code: 'proof_malformed' }));
  });
});
