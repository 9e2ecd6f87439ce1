import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimeStampRequest, readTimeStampResponse, TimeStampError, verifyTimeStamp } from '../index.ts';
import { derInteger, derSequence } from '@colophon/contract/der';
import { hasOpenssl, OpensslAuthority, type Stamper } from './openssl.support.ts';
import { makeHolder, makeStamper, makeToken } from './stamp.support.ts';

const DATA = new TextEncoder().encode('The head of a log.\n');

describe.skipIf(!hasOpenssl())('openssl ts (skipped where there is no openssl)', () => {
  let folder = '';
  let authority: OpensslAuthority;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-stamps-'));
    authority = new OpensslAuthority(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<[Stamper, 'sha256' | 'sha384' | 'sha512', 'SHA-256' | 'SHA-384' | 'SHA-512']>([
    ['rsa', 'sha256', 'SHA-512'],
    ['rsa', 'sha384', 'SHA-256'],
    ['rsa', 'sha512', 'SHA-384'],
    ['p256', 'sha256', 'SHA-256'],
    ['p256', 'sha512', 'SHA-256'],
    ['p384', 'sha384', 'SHA-384'],
  ])('stamps with %s and %s what is verified here', async (stamper, signature, hash) => {
    const { body, nonce } = await makeTimeStampRequest(DATA, { hash });
    const before = Date.now();
    const response = authority.answer(body, stamper, signature);
    const after = Date.now();
    const token = await readTimeStampResponse(response);
    const stamp = await verifyTimeStamp(token, { data: DATA, authorities: authority.pem('root'), nonce });
    expect(stamp.chain).toEqual([`O=Example, CN=${stamper}`, 'O=Example, CN=middle', 'O=Example, CN=root']);
    // A stamp may leave out fractions of a second.
    expect(stamp.time.getTime()).toBeGreaterThan(before - 1000);
    expect(stamp.time.getTime()).toBeLessThanOrEqual(after);
    expect(authority.accepts(response, DATA, authority.pem('root'))).toBe(true);
    const untrusted = verifyTimeStamp(token, { data: DATA, authorities: authority.pem('other'), nonce });
    await expect(untrusted).rejects.toThrow(expect.objectContaining({ code: 'chain_untrusted' }));
  });

  it('says why it stamps nothing', async () => {
    const { body } = await makeTimeStampRequest(DATA, { policy: '1.2.3.4.99' });
    await expect(readTimeStampResponse(authority.answer(body, 'p256'))).rejects.toThrow(
      expect.objectContaining({ code: 'refused_by_authority', message: expect.stringContaining('it does not have the policy') as string }),
    );
  });

  it('finds right what the tests here sign, so that its faults are the ones that they name', async () => {
    const root = await makeHolder('root');
    const stamper = await makeStamper(root);
    const token = await makeToken(stamper, { data: DATA });
    const response = derSequence(derSequence(derInteger(0)), token);
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(root.der).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
    expect(authority.accepts(response, DATA, pem)).toBe(true);
    expect(authority.accepts(response, DATA.subarray(1), pem)).toBe(false);
  });

  describe('behind an address', () => {
    let server: Server;
    let address = '';
    beforeAll(async () => {
      server = createServer((request, response) => {
        void buffer(request).then((query) => {
          response.setHeader('Content-Type', 'application/timestamp-reply');
          response.end(authority.answer(query, 'p256'));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    afterAll(() => server.close());

    it('answers a request, and no answer is taken for that to another', async () => {
      const ask = async (body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
        const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/timestamp-query' }, body });
        return readTimeStampResponse(new Uint8Array(await answer.arrayBuffer()));
      };
      const [first, second] = await Promise.all([makeTimeStampRequest(DATA), makeTimeStampRequest(DATA)]);
      const token = await ask(first.body);
      const options = { data: DATA, authorities: authority.pem('root') };
      expect((await verifyTimeStamp(token, { ...options, nonce: first.nonce })).policy).toBe('1.2.3.4.1');
      const replayed = verifyTimeStamp(token, { ...options, nonce: second.nonce });
      await expect(replayed).rejects.toBeInstanceOf(TimeStampError);
      await expect(replayed).rejects.toThrow(expect.objectContaining({ code: 'nonce_differs' }));
    });
  });
});
