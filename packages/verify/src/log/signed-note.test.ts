import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatNote,
  formatVerifierKey,
  LogError,
  makeVerifierKey,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPE,
  verifySignature,
} from '../index.ts';

// The key and note of the documentation of Go's package note, which the format comes from.
const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const LINE = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const NOTE = `${TEXT}\n${LINE}`;

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'read';
  } catch (error) {
    return error instanceof LogError ? error.code : String(error);
  }
}
const codeOfPromise = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (error: unknown) => (error instanceof LogError ? error.code : String(error)),
  );

describe('signed notes', () => {
  it('verify with the key that is known from elsewhere', async () => {
    const key = await parseVerifierKey(VKEY);
    expect(key).toMatchObject({ name: 'PeterNeumann', id: 'c74f20a3', type: SIGNATURE_TYPE.ed25519 });
    expect(formatVerifierKey(key)).toBe(VKEY);
    const { text, signatures } = parseNote(NOTE);
    expect(text).toBe(TEXT);
    expect(signatures.map(({ name, id }) => [name, id])).toEqual([['PeterNeumann', 'c74f20a3']]);
    expect(await verifySignature(key, text, signatures[0]!.signature, 0)).toEqual({ state: 'valid' });
    expect(await verifySignature(key, `${text}\n`, signatures[0]!.signature, 0)).toEqual({ state: 'wrong' });
    expect(formatNote(TEXT, [LINE])).toBe(NOTE);
    expect(parseNote(new TextEncoder().encode(NOTE))).toEqual(parseNote(NOTE));
  });

  it('separate the text at the last empty line, so that a signature in the text is text', () => {
    const text = `${NOTE}\n\n\nmore\n\n${LINE}`;
    const note = parseNote(`${text}\n${LINE}`);
    expect(note.text).toBe(text);
    expect(note.signatures).toHaveLength(1);
    expect(parseNote(`\n\n\n${LINE}`).text).toBe('\n\n');
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['a text alone', TEXT],
    ['no text', `\n${LINE}`],
    ['a text without signatures', `${TEXT}\n`],
    ['lines that end with CRLF', NOTE.replaceAll('\n', '\r\n')],
    ['one carriage return', NOTE.replace('problem,', 'problem,\r')],
    ['a zero octet', NOTE.replace('you', '\0')],
    ['a tab', NOTE.replace(' ', '\t')],
    ['a last line without line feed', NOTE.slice(0, -1)],
    ['an empty line at the end', `${NOTE}\n`],
    ['a line among the signatures that is none', `${NOTE}hello\n`],
    ['a hyphen for the dash', NOTE.replace('—', '-')],
    ['two spaces', NOTE.replace('— ', '—  ')],
    ['a plus in a name', NOTE.replace('PeterN', 'Peter+N')],
    ['a space that is not ASCII in a name', NOTE.replace('PeterN', 'Peter\u00a0N')],
    ['an ideographic space in a name', NOTE.replace('PeterN', 'Peter\u3000N')],
    ['base64 without padding', NOTE.replace('nAM=', 'nAM')],
    ['base64 with bits that do not count', NOTE.replace('nAM=', 'nAN=')],
    ['base64 for addresses', NOTE.replace('x08go/', 'x08go_')],
    ['base64 with a space', NOTE.replace('x08go', 'x08g o')],
    ['a signature of four bytes', `${TEXT}\n— PeterNeumann x08gow==\n`],
    ['65 signatures', `${TEXT}\n${LINE.repeat(65)}`],
    ['half a character', new TextEncoder().encode(NOTE).subarray(3).fill(0xc3, 0, 1)],
    ['half of a pair of code units', `\ud800${NOTE}`],
    ['10 MB', `${'a'.repeat(10_000_000)}\n\n${LINE}`],
    ['10 MB of empty lines', new Uint8Array(10_000_000).fill(10)],
  ])('with %s are refused', (_, note) => {
    expect(codeOf(() => parseNote(note))).toBe('note_malformed');
  });

  it('keep a byte order mark, which is part of what was signed', () => {
    expect(parseNote(new TextEncoder().encode(`\ufeff${NOTE}`)).text).toBe(`\ufeff${TEXT}`);
  });

  it('read 64 signatures, and are not written so that they read differently', () => {
    expect(parseNote(`${TEXT}\n${LINE.repeat(64)}`).signatures).toHaveLength(64);
    expect(codeOf(() => formatNote('no line feed', [LINE]))).toBe('note_malformed');
    expect(codeOf(() => formatNote(TEXT, []))).toBe('note_malformed');
    expect(codeOf(() => formatNote(TEXT, ['\n', LINE]))).toBe('note_malformed');
  });

  it('never verify after a change of text or signature', async () => {
    const key = await parseVerifierKey(VKEY);
    const bytes = new TextEncoder().encode(NOTE);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(2), async (at, value, how) => {
        const changed = [
          Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ value : byte)),
          Uint8Array.from([...bytes.subarray(0, at), value, ...bytes.subarray(at)]),
          Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + 1)]),
        ][how]!;
        let note;
        try {
          note = parseNote(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(LogError);
          return;
        }
        for (const { name, id, signature } of note.signatures) {
          if (name !== key.name || id !== key.id) continue;
          const { state } = await verifySignature(key, note.text, signature, 0);
          // Doubling a byte that is there already may give the same note.
          expect(state === 'valid' ? Buffer.from(changed).equals(bytes) : state === 'wrong').toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('verifier keys', () => {
  it.each([
    '',
    'PeterNeumann',
    VKEY.replace('PeterNeumann', ''),
    VKEY.replace('PeterNeumann', 'Peter Neumann'),
    VKEY.replace('PeterNeumann', 'Peter+Neumann'),
    VKEY.replace('PeterNeumann', 'PeterNeuman'),
    VKEY.replace('c74f20a3', 'c74f20a4'),
    VKEY.replace('c74f20a3', 'C74F20A3'),
    VKEY.replace('c74f20a3', '0c74f20a3'),
    VKEY.replace('10TW', '10TX'),
    VKEY.slice(0, -1),
    `${VKEY}\n`,
    ` ${VKEY}`,
    `PeterNeumann+c74f20a3+`,
    `${'a'.repeat(300)}${VKEY}`,
    'a'.repeat(10_000_000),
  ])('%.60s is refused', async (vkey) => {
    expect(await codeOfPromise(parseVerifierKey(vkey))).toBe('key_malformed');
  });

  it('of other signature types are named as such', async () => {
    const ecdsa = `rekor.example+00000000+${Buffer.concat([Buffer.of(2), Buffer.alloc(91)]).toString('base64')}`;
    expect(await codeOfPromise(parseVerifierKey(ecdsa))).toBe('key_unsupported');
  });

  it('must have the length of their type', async () => {
    expect(await codeOfPromise(makeVerifierKey('a', 1, new Uint8Array(31)))).toBe('key_malformed');
    expect(await codeOfPromise(makeVerifierKey('a', 6, new Uint8Array(32)))).toBe('key_malformed');
    expect((await makeVerifierKey('a', 6, new Uint8Array(1312))).id).toMatch(/^[0-9a-f]{8}$/);
  });
});
