import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, OpensslAuthority } from '../../../packages/verify/src/time/openssl.support.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

describe.skipIf(!hasOpenssl())('time stamps of the log (skipped where there is no openssl)', () => {
  let newsroom: NewsroomProcess;
  let authority: OpensslAuthority;
  let server: Server;
  let folder = '';
  const asked: string[] = [];
  /** What an authority at this path makes of a query. */
  const answers: Readonly<Record<string, (query: Buffer) => Uint8Array>> = {
    '/silent': () => new Uint8Array(),
    // An answer to another question: its nonce and what it is about differ.
    '/replayed': () => replayed,
    '/cut': (query) => authority.answer(query, 'p256').subarray(0, -7),
    '/right': (query) => authority.answer(query, 'p256'),
  };
  let replayed = new Uint8Array();
  const file = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-stamps-'));
    authority = new OpensslAuthority(folder);
    server = createServer((request, response) => {
      void buffer(request).then((query) => {
        asked.push(request.url ?? '');
        response.setHeader('Content-Type', 'application/timestamp-reply');
        response.end(answers[request.url ?? '']?.(query));
        replayed = new Uint8Array(authority.answer(query, 'p256'));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    writeFileSync(file('trusted.pem'), authority.pem('root'));
    writeFileSync(file('untrusted.pem'), authority.pem('other'));
    newsroom = await startNewsroom({
      NEWSROOM_SEED: 'demo',
      NEWSROOM_TSA: ['/silent', '/replayed', '/cut', '/right'].map(at).join(','),
      NEWSROOM_TSA_CA: file('trusted.pem'),
    });
  }, 90_000);
  afterAll(async () => {
    await newsroom.dispose();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('date what a head covers, by the first authority that answers rightly', async () => {
    const textOf = async (path: string): Promise<string> => (await fetch(`${newsroom.url}${path}`)).text();
    const [, slug = ''] = /\/articles\/([a-z0-9-]+)"/.exec(await textOf('/')) ?? [];
    const { items } = JSON.parse(await textOf(`/api/v1/contents?slug=${slug}&limit=1`)) as { items: { id: string }[] };
    const account = async (): Promise<string> => textOf(`/api/v1/contents/${items[0]?.id}/account`);
    await expect.poll(account, { timeout: 150_000, interval: 1000 }).toContain('"timestamp":');
    expect(new Set(asked)).toEqual(new Set(['/silent', '/replayed', '/cut', '/right']));
    writeFileSync(file('account.json'), await account());
    writeFileSync(file('keys.json'), await textOf('/.well-known/jwks.json'));
    writeFileSync(file('policy.txt'), `log ${(await textOf('/log/key')).trim()}\nquorum none\n`);
    const verify = (...more: string[]) =>
      newsroom.run('verify', file('account.json'), '--keys', file('keys.json'), '--policy', file('policy.txt'), ...more);
    const stamped = verify('--tsa-ca', file('trusted.pem'));
    expect([stamped.status, stamped.stdout]).toEqual([0, expect.stringMatching(/^- It existed on \d{4}-.*Z, says O=Example, CN=p256\.$/m)]);
    expect(verify('--tsa-ca', file('untrusted.pem'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^Not genuine \(timestamp_wrong\)/),
    });
    expect(verify().stdout).toContain("That the dates are right: they come from the publisher's clock.");
  }, 200_000);
});
