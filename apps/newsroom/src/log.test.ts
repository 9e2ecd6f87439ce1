import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import { parseCheckpoint, parseNote, parseVerifierKey, policyOfLog, verifyCheckpoint } from '@colophon/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const WITNESS = 'witness.example+0d17f1da+BAN2wPOiJcpbZJIUtmk9Wh2yzKk5Ux3ZTnfYdXfZ1nNf';

describe('the transparency log of a Newsroom', () => {
  let newsroom: NewsroomProcess;
  let folder = '';
  const file = (name: string): string => join(folder, name);
  const textAt = async (path: string): Promise<string> => {
    const answer = await fetch(`${newsroom.url}${path}`);
    expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*']);
    return answer.text();
  };
  const sizeOf = (note: string): number => parseCheckpoint(parseNote(note).text).size;
  const articleOf = async (): Promise<{ address: string; account: string }> => {
    const [, slug = ''] = /\/articles\/([a-z0-9-]+)"/.exec(await textOf('/')) ?? [];
    const listed = (await (await fetch(`${newsroom.url}/api/v1/contents?slug=${slug}&limit=1`)).json()) as {
      items: { id: string; slug: string }[];
    };
    const [piece] = listed.items;
    return { address: `${newsroom.url}/articles/${piece?.slug}`, account: `${newsroom.url}/api/v1/contents/${piece?.id}/account` };
  };
  const textOf = async (path: string): Promise<string> => (await fetch(`${newsroom.url}${path}`)).text();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-log-'));
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'demo', OUTBOUND_HOSTS: 'localhost' });
  }, 90_000);
  afterAll(async () => {
    await newsroom.dispose();
    rmSync(folder, { recursive: true });
  });

  it('has each published piece within seconds', async () => {
    const { account } = await articleOf();
    const membersOf = async (): Promise<string[]> => Object.keys((await (await fetch(account)).json()) as object);
    await expect.poll(membersOf, { timeout: 60_000, interval: 500 }).toContain('proof');
  }, 90_000);

  it('serves its head, its key, its tiles and proofs to anybody', async () => {
    const policy = policyOfLog(await parseVerifierKey((await textAt('/log/key')).trim()));
    const head = await verifyCheckpoint(await textAt('/log/checkpoint'), { policy });
    expect(head.origin).toBe(`localhost:${newsroom.port}/log`);
    const tile = await fetch(`${newsroom.url}/log/tile/entries/000.p/${head.size}`);
    expect([tile.status, tile.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const leaves = Buffer.from(await tile.arrayBuffer()).toString();
    expect(leaves).toMatch(/"kind":"key"/);
    const [, id = ''] = /"id":"([^"]+)","kind":"edition"/.exec(leaves) ?? [];
    expect(await textAt(`/log/proof?id=edition.${id}`)).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    for (const path of ['tile/0/000', 'tile/0/000.p/0', 'proof?id=edition.x', 'proof', '9/checkpoint', 'tile/0/x999/999/999/999/999'])
      expect([path, (await fetch(`${newsroom.url}/log/${path}`)).status]).toEqual([path, 404]);
  });

  it('proves with the account of a piece where it is, by the command that readers use', async () => {
    const { address, account } = await articleOf();
    const verified = newsroom.run('verify', address);
    expect([verified.status, verified.stdout]).toEqual([
      0,
      expect.stringMatching(/^- It is entry \d+ of the log localhost:\d+\/log, whose signed head covers \d+ entries/m),
    ]);
    expect(verified.stdout).toContain('That the publisher shows everybody the same log: no witness of yours has cosigned it.');
    const saved = (await (await fetch(account)).json()) as { proof: string };
    writeFileSync(file('account.json'), JSON.stringify(saved));
    writeFileSync(file('keys.json'), await textOf('/.well-known/jwks.json'));
    writeFileSync(file('policy.txt'), `log ${(await textAt('/log/key')).trim()}\nquorum none\n`);
    const offline = (account_: string, ...more: string[]) => newsroom.run('verify', file(account_), '--keys', file('keys.json'), ...more);
    expect(offline('account.json', '--policy', file('policy.txt')).stdout).toMatch(/^- It is entry \d+ of the log/m);
    expect(offline('account.json').stdout).toContain("That it is in the publisher's log: the key of the log was not provided.");
    writeFileSync(file('forged.json'), JSON.stringify({ ...saved, proof: saved.proof.replace(/index \d+/, 'index 0') }));
    expect(offline('forged.json', '--policy', file('policy.txt'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^Not genuine \(proof_wrong\)/),
    });
    writeFileSync(file('witnessed.txt'), `log ${(await textAt('/log/key')).trim()}\nwitness one ${WITNESS}\nquorum one\n`);
    const unwitnessed = offline('account.json', '--policy', file('witnessed.txt'));
    expect([unwitnessed.status, unwitnessed.stdout + unwitnessed.stderr]).toEqual([
      expect.any(Number),
      expect.stringMatching(/witnesses_missing|is no policy/),
    ]);
  });

  it('is copied by others, who notice when it shows another past', async () => {
    expect(newsroom.run('log', 'follow', `${newsroom.url}/log`, file('copy'))).toMatchObject({ status: 0, stderr: '' });
    const again = newsroom.run('log', 'follow', `${newsroom.url}/log`, file('copy'));
    expect(again.stdout).toMatch(/^0 entries were added/);
    expect(newsroom.run('log', 'export', file('export'))).toMatchObject({ status: 0 });
    expect(readFileSync(file('export/checkpoint'), 'utf8')).toBe(await textOf('/log/checkpoint'));
    const verified = newsroom.run('log', 'verify', '--mirror', file('copy'));
    expect([verified.status, verified.stdout]).toEqual([
      0,
      expect.stringMatching(/It continues the mirror[\s\S]*The transparency log is intact\.\n$/),
    ]);
  });

  it('is restored as another log, which names the former one', async () => {
    await newsroom.stop();
    const { database, copy } = { database: join(newsroom.directory, 'data/newsroom.sqlite'), copy: file('earlier.sqlite') };
    cpSync(database, copy);
    const before = sizeOf(readFileSync(file('export/checkpoint'), 'utf8'));
    const opened = await openDatabase(`sqlite:${database}`);
    const log = 'DELETE FROM log_entries WHERE "index" > 2';
    for (const sql of [log, 'DELETE FROM log_heads WHERE size > 3', 'DELETE FROM log_tiles']) await opened.run({ sql, parameters: [] });
    await opened.close();
    const broken = newsroom.run('log', 'verify');
    expect([broken.status, broken.stdout]).toEqual([1, expect.stringMatching(/^FAULT .*(its end was removed|entries beyond|not those)/m)]);
    expect(newsroom.run('log', 'verify', '--mirror', file('copy')).stdout).toMatch(/^FAULT .* its end was removed\.$/m);
    const { status, stdout } = newsroom.run('audit', 'continue', '--reason', 'Restored by a test.');
    expect([status, stdout]).toEqual([0, expect.stringContaining(`/log/2, which names localhost:${newsroom.port}/log`)]);
    expect(newsroom.run('log', 'verify').stdout).not.toMatch(/log\/2.*FAULT/);
    expect(before).toBeGreaterThan(3);
  });
});
