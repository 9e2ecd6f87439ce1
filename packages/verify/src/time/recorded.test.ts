import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimeStampResponse, TimeStampError, verifyTimeStamp, type VerifyTimeStampOptions } from '../index.ts';

// Answers of `openssl ts` 3.0.19, recorded with OpensslAuthority, so that they are verified where there is no openssl, too.
const FOLDER = join(import.meta.dirname, '../../test/fixtures');
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, name)));
const pem = (name: string): string => readFileSync(join(FOLDER, `${name}.pem`), 'utf8');
const DATA = new TextEncoder().encode('The head of a log.\n');
const NOW = new Date('2026-12-01T00:00:00Z');
const OPTIONS: VerifyTimeStampOptions = { data: DATA, authorities: pem('root'), now: NOW };
const RECORDED = [
  ['rsa-sha256', '2026-11-24T01:00:35.816Z', 4072421131415709577n, 2n],
  ['rsa-sha512', '2026-11-24T01:00:35.832Z', 6085992461080614724n, 3n],
  ['p256-sha256', '2026-11-24T01:00:35.854Z', 1538858395085554731n, 4n],
  ['p384-sha384', '2026-11-24T01:00:35.862Z', 3461205062811740294n, 5n],
] as const;

/** A code of TimeStampError: neither `verified` nor another error. */
const REFUSED = /^(?:malformed|[a-z]+(?:_[a-z]+)+)$/;

const tokenOf = (name: string): Promise<Uint8Array> => readTimeStampResponse(fixture(`${name}.tsr`));
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'verified',
    (error: unknown) => (error instanceof TimeStampError ? error.code : `${String(error)}`),
  );
const check = async (name: string, options: Partial<VerifyTimeStampOptions>): Promise<string> =>
  codeOf(verifyTimeStamp(await tokenOf(name), { ...OPTIONS, ...options }));

describe.each(RECORDED)('the recorded stamp %s', (name, time, nonce, serial) => {
  it('says what was stamped when, and by whom', async () => {
    const stamp = await verifyTimeStamp(await tokenOf(name), { ...OPTIONS, nonce, policy: '1.2.3.4.1' });
    expect({ ...stamp, time: stamp.time.toISOString() }).toEqual({
      time,
      accuracy: 1500.25,
      serial,
      policy: '1.2.3.4.1',
      chain: [`O=Example, CN=${name.split('-')[0]}`, 'O=Example, CN=middle', 'O=Example, CN=root'],
    });
  });

  it('is refused for another request, data, authority and time', async () => {
    expect(await check(name, { data: new TextEncoder().encode('The head of a log. \n') })).toBe('imprint_differs');
    expect(await check(name, { nonce: nonce + 1n })).toBe('nonce_differs');
    expect(await check(name, { policy: '1.2.3.4.2' })).toBe('policy_differs');
    expect(await check(name, { authorities: pem('other') })).toBe('chain_untrusted');
    expect(await check(name, { authorities: `${pem('other')}\n${pem('root')}` })).toBe('verified');
    expect(await check(name, { now: new Date(Date.parse(time) - 300_000) })).toBe('verified');
    expect(await check(name, { now: new Date(Date.parse(time) - 300_001) })).toBe('time_in_future');
  });

  it('is refused when it is cut at any byte', async () => {
    const token = await tokenOf(name);
    for (let length = 0; length < token.length; length += 1)
      expect(await codeOf(verifyTimeStamp(token.subarray(0, length), OPTIONS))).toBe('malformed');
    const response = fixture(`${name}.tsr`);
    for (let length = 0; length < response.length; length += 1)
      expect(await codeOf(readTimeStampResponse(response.subarray(0, length)))).toBe('malformed');
  });

  it('never verifies after a change of any of its bytes', async () => {
    const token = await tokenOf(name);
    for (let at = 0; at < token.length; at += 1) {
      const changed = Uint8Array.from(token);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const code = await codeOf(verifyTimeStamp(changed, OPTIONS));
      expect(code, `byte ${at}`).toMatch(REFUSED);
    }
  });
});

describe('changes of every kind', () => {
  it('never verify, and always have a code', async () => {
    const tokens = await Promise.all(RECORDED.map(([name]) => tokenOf(name)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(tokens.length - 1),
        fc.nat(3000),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.nat(3),
        async (which, where, bytes, how) => {
          const token = tokens[which]!;
          const at = where % token.length;
          const changed = [
            Uint8Array.from([...token.subarray(0, at), ...bytes, ...token.subarray(at + bytes.length)]),
            Uint8Array.from([...token.subarray(0, at), ...bytes, ...token.subarray(at)]),
            Uint8Array.from([...token.subarray(0, at), ...token.subarray(at + bytes.length)]),
            Uint8Array.from([...token.subarray(0, at), ...token.subarray(at, at + bytes.length), ...token.subarray(at)]),
          ][how]!;
          if (Buffer.from(changed).equals(token)) return;
          const code = await codeOf(verifyTimeStamp(changed, OPTIONS));
          expect(code).toMatch(REFUSED);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('of the answer around the token never give another token', async () => {
    const response = fixture('p256-sha256.tsr');
    const token = await tokenOf('p256-sha256');
    const start = response.length - token.length;
    for (let at = 0; at < start; at += 1) {
      for (const bit of [1, 2, 16, 128]) {
        const changed = Uint8Array.from(response);
        changed[at] = (changed[at] ?? 0) ^ bit;
        const read = await readTimeStampResponse(changed).catch((error: unknown) => error);
        // Granted, and granted with changes: neither is signed.
        if (read instanceof Uint8Array) expect(Buffer.from(read).equals(token)).toBe(true);
        else expect(read).toBeInstanceOf(TimeStampError);
      }
    }
  });
});

describe('odd input', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['10 MB of zeros', new Uint8Array(10_000_000)],
    ['64 KB of sequences', new Uint8Array(65_536).fill(0x30)],
    ['64 KB of indefinite lengths', Uint8Array.from({ length: 65_536 }, (_, at) => (at % 2 === 0 ? 0x30 : 0x80))],
    ['PEM', new TextEncoder().encode('-----BEGIN PKCS7-----\n')],
  ])('%s is malformed', async (_, bytes) => {
    expect(await codeOf(verifyTimeStamp(bytes, OPTIONS))).toBe('malformed');
    expect(await codeOf(readTimeStampResponse(bytes))).toBe('malformed');
  });

  it('random bytes are malformed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await codeOf(verifyTimeStamp(bytes, OPTIONS))).toBe('malformed');
        expect(await codeOf(readTimeStampResponse(bytes))).toMatch(/^(?:malformed|refused_by_authority)$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('authorities that are none are told apart from a bad stamp', async () => {
    const token = await tokenOf('rsa-sha256');
    const root = pem('root');
    for (const authorities of [
      '',
      'none',
      root.replace('MII', 'M!I'),
      root.slice(0, 300),
      root.replace('MIID', 'MIIE'),
      'a'.repeat(4_000_001),
    ])
      expect(await codeOf(verifyTimeStamp(token, { ...OPTIONS, authorities }))).toBe('authorities_unusable');
    for (const authorities of [[], [new Uint8Array()], Array.from({ length: 201 }, () => fixture('root.pem'))])
      expect(await codeOf(verifyTimeStamp(token, { ...OPTIONS, authorities }))).toBe('authorities_unusable');
    expect(await codeOf(verifyTimeStamp(token, { ...OPTIONS, authorities: root.replaceAll('\n', '\r\n') }))).toBe('verified');
  });

  it('an answer without a stamp says why', async () => {
    const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
    const refused = readTimeStampResponse(hex('30 15 30 13 02 01 02 30 0a 0c 08 6e 6f 0a 74 6f 64 61 79 03 02 02 04'));
    await expect(refused).rejects.toThrow(
      expect.objectContaining({
        code: 'refused_by_authority',
        message: 'The time stamp authority refuses: it cannot read the request, “no today”.',
      }),
    );
    expect(await codeOf(readTimeStampResponse(hex('30 05 30 03 02 01 05')))).toBe('refused_by_authority');
    expect(await codeOf(readTimeStampResponse(hex('30 05 30 03 02 01 00')))).toBe('malformed');
    expect(await codeOf(readTimeStampResponse(hex('30 05 30 03 02 01 ff')))).toBe('malformed');
  });
});
