import { exec } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SignedAccount } from '@colophon/contract';
import { openDatabase } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { type CommandResult, runCommand } from './testing/run-command.ts';

/** An article as readers reach it, through the front end of a site, and what anyone can verify about it. */
describe('newsroom verify', () => {
  let front: Server;
  let site = '';
  let newsroom: NewsroomProcess;
  let id = '';
  let noteId = '';
  /** The response of the front end for articles; without it, the page of Newsroom itself. */
  let page: string | undefined;
  const file = (name: string): string => join(newsroom.directory, name);

  beforeAll(async () => {
    front = createServer((request, response) => {
      void (async () => {
        if (page !== undefined && request.url?.startsWith('/articles/')) return response.end(page);
        if (request.url === '/elsewhere') return response.writeHead(302, { Location: `${newsroom.url}/` }).end();
        const answer = await fetch(`${newsroom.url}${request.url}`, { headers: { Accept: request.headers.accept ?? '*/*' } });
        return response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
      })();
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    newsroom = await startNewsroom({ BASE_URL: site, NEWSROOM_SEED: 'none' });
    const token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const send = async (path: string, body: object): Promise<{ id: string }> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await fetch(`${newsroom.url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, response.status]).toEqual([path, 201]);
      return (await response.json()) as { id: string };
    };
    await send('content-governance-assignments', {
      contentType: 'article',
      publicationProfileKey: 'publication',
      transparencyEnabled: true,
    });
    ({ id } = await send('articles', { title: 'Rain', body: 'It rained.', status: 'published' }));
    ({ id: noteId } = await send('contents', { type: 'note', title: 'Note', body: 'It snowed.', status: 'published' }));
    await send(`contents/${id}/corrections`, { type: 'correction', summary: 'It rained little.' });
    for (const [name, path] of Object.entries({ 'account.json': `/api/v1/contents/${id}/account`, 'keys.json': '/.well-known/jwks.json' }))
      writeFileSync(file(name), await (await fetch(`${site}${path}`)).text());
  });
  afterAll(async () => {
    front.close();
    await newsroom.dispose();
  });

  const verify = (...args: string[]): Promise<CommandResult> => runCommand(['verify', ...args]);
  const account = (): SignedAccount => JSON.parse(readFileSync(file('account.json'), 'utf8')) as SignedAccount;

  it('finds an article genuine by its address, and reports what is proved and what is not', async () => {
    const { status, stdout, stderr } = await verify(`${site}/articles/rain`);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Genuine\.\n\nProved:\n- http:\S+\/issuer signed this account on /);
    expect(stdout).toContain(`publication of ${site}/articles/rain (record ${id}, edition 1, version 1)`);
    expect(stdout).toMatch(/- Correction 1 was issued on \S+: It rained little\.\n/);
    expect(stdout).toMatch(/Not proved:\n- That the statements of the piece are true/);
  });

  it.each(['account', 'credential'])('finds it by the address of its %s', async (name) => {
    expect(await verify(`${site}/api/v1/contents/${id}/${name}`)).toMatchObject({ status: 0, stderr: '' });
  });

  it('finds a file genuine offline, given the keys', async () => {
    expect(await verify(file('account.json'), '--keys', file('keys.json'))).toMatchObject({ status: 0 });
    const { stdout } = await verify(file('account.json'), '--keys', file('keys.json'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, fault: null, account: { credentialSubject: { contentId: id } } });
    writeFileSync(file('account.jwt'), `${account().credential}\n`);
    expect((await verify(file('account.jwt'), '--keys', file('keys.json'))).stdout).toContain('The text: it was not provided.');
  });

  it('detects a changed text, another issuer, and an account of another article', async () => {
    const forged = { ...account(), text: { ...account().text, body: 'It did not rain.' } };
    writeFileSync(file('forged.json'), JSON.stringify(forged));
    expect(await verify(file('forged.json'), '--keys', file('keys.json'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^Not genuine \(text_differs\)\. The text is not the one[\s\S]*Nothing is proved/),
    });
    expect((await verify(file('account.json'), '--keys', file('keys.json'), '--issuer', 'https://other.example/issuer')).stdout).toContain(
      'issuer_differs',
    );
    page = await (await fetch(`${site}/articles/rain`)).text();
    const other = await verify(`${site}/articles/sun`);
    expect([other.status, other.stdout]).toEqual([1, expect.stringContaining('address_differs')]);
    page = undefined;
    const elsewhere = await verify(file('account.json'), '--keys', file('keys.json'), '--address', `${site}/articles/sun`);
    expect([elsewhere.status, elsewhere.stdout]).toEqual([1, expect.stringContaining('address_differs')]);
  });

  it('compares the text of a page with the signed text', async () => {
    const told = await verify(`${site}/articles/rain`);
    expect(told.stdout).toContain('- The page shows the title and the text that were signed.');
    expect(told.stdout).toContain('- That the page shows nothing else next to the signed text');
    const real = await (await fetch(`${site}/articles/rain`)).text();
    for (const [from, to] of [
      ['<p>It rained.</p>', '<p>It did not rain.</p>'],
      ['<p>It rained.</p>', '<p>It rained.</p><p>And nobody saw it.</p>'],
      ['data-account="title">Rain', 'data-account="title">Sun'],
      ['<h1', '<p data-account="description">A lie.</p><h1'],
    ] as const) {
      expect(real).toContain(from);
      page = real.replace(from, to);
      const { status, stdout } = await verify(`${site}/articles/rain`);
      expect([to, status]).toEqual([to, 1]);
      expect(stdout).toMatch(
        /^Not genuine \(text_differs\)\. The page shows another text[\s\S]*Not proved:\n- Nothing is proved about what this page shows/,
      );
      expect(stdout).not.toContain('Proved:\n- http');
    }
    for (const unmarked of [
      real.replaceAll('data-account', 'data-other'),
      real.replace('<h1', '<b data-account="body">It rained.</b><h1'),
    ]) {
      page = unmarked;
      const { status, stderr } = await verify(`${site}/articles/rain`);
      expect([status, stderr]).toEqual([3, expect.stringContaining('does not mark the signed text')]);
    }
    page = undefined;
  });

  it('checks the bytes of pictures, and notices one that was put in the place of another', async () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const form = new FormData();
    form.set('file', new Blob([picture], { type: 'image/png' }), 'dot.png');
    form.set('altText', 'A dot.');
    const headers = { Authorization: `Bearer ${newsroom.run('token', 'create', '--role', 'admin').stdout.trim()}` };
    const send = async (path: string, body: FormData | string): Promise<{ id: string }> => {
      const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
      const response = await fetch(`${newsroom.url}/api/v1/${path}`, { method: 'POST', headers: { ...headers, ...type }, body });
      expect([path, response.ok]).toEqual([path, true]);
      return (await response.json()) as { id: string };
    };
    const asset = await send('assets/upload', form);
    const made = await send('articles', JSON.stringify({ title: 'Dot', body: 'A picture.', status: 'published' }));
    await send(`contents/${made.id}/assets`, JSON.stringify({ assetId: asset.id, relationship: 'featured' }));
    await send(`contents/${made.id}/publish`, '{}');
    const told = await verify(`${site}/articles/dot`);
    expect([told.status, told.stderr]).toEqual([0, '']);
    expect(told.stdout).toContain('- What was shown with the text is exactly what was signed: 1 picture,');
    expect(told.stdout).toContain('- 1 file that you have: byte for byte those that were signed.');
    writeFileSync(file('dot.json'), await (await fetch(`${site}/api/v1/contents/${made.id}/account`)).text());
    const offline = (...more: string[]) => verify(file('dot.json'), '--keys', file('keys.json'), ...more);
    expect((await offline()).stdout).toContain('- The bytes of 1 picture or file: they were not provided.');
    mkdirSync(file('pictures'));
    writeFileSync(file('pictures/dot.png'), picture);
    expect(await offline('--pictures', file('pictures'))).toMatchObject({ status: 0, stdout: expect.stringContaining('byte for byte') });
    writeFileSync(file('pictures/dot.png'), Buffer.concat([picture, Buffer.from([0])]));
    expect(await offline('--pictures', file('pictures'))).toMatchObject({ status: 1, stdout: expect.stringContaining('picture_differs') });
    expect(await offline('--pictures', file('nowhere'))).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('nowhere cannot be read'),
    });
  });

  it('compares the text of a printed page with an account', async () => {
    const check = (text: string) => {
      writeFileSync(file('printed.txt'), text);
      return verify(file('printed.txt'), '--account', file('account.json'), '--keys', file('keys.json'));
    };
    expect(await check(`Newsroom\nRain\nNov 24\nIt rai-\nned.\n${site}/articles/rain 1/1`)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('- The printed title and words are those that were signed, in the same order.'),
    });
    for (const text of ['Rain\nIt never rained.', 'Sun\nIt rained.', ''])
      expect([text, await check(text)]).toMatchObject([text, { status: 1, stdout: expect.stringContaining('text_differs') }]);
    expect(await check('%PDF-1.7')).toMatchObject({ status: 3, stderr: expect.stringContaining('is a PDF file') });
  });

  it('finds no page if the text was changed in the database: it is not served', async () => {
    const database = await openDatabase(`sqlite:${file('data/newsroom.sqlite')}`);
    const write = (body: string) => database.run({ sql: `UPDATE contents SET body = '${body}' WHERE slug = 'rain'`, parameters: [] });
    await write('The mayor takes bribes.');
    const served = await fetch(`${site}/articles/rain`, { headers: { accept: 'text/html' } });
    expect(served.status).toBe(503);
    expect(await served.text()).not.toContain('bribes');
    const { status, stderr } = await verify(`${site}/articles/rain`);
    expect([status, stderr]).toEqual([3, expect.stringContaining('503')]);
    await write('It rained.');
    await database.close();
  });

  it('verifies a document of a type that no assignment governs, and says that nothing was recorded about how it was made', async () => {
    const address = `${site}/documents/note`;
    const { status, stdout, stderr } = await verify(address);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`publication of ${address} (record ${noteId}, edition 1, revision 1)`);
    expect(stdout).toContain('- The page shows the title and the text that were signed.');
    expect(stdout).toContain('Not proved:\n- How the piece was made: no review or transparency was recorded for this publication.');
    const html = await (await fetch(address)).text();
    expect(html).toContain('Check this account');
    expect(html).toContain('no review or transparency was recorded');
    expect(html).toContain('newsroom verify account.json --keys jwks.json');
    const jsonLd = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(jsonLd)).toMatchObject({
      subjectOf: { encodingFormat: 'application/vc+jwt', url: `${site}/api/v1/contents/${noteId}/credential` },
    });
    const database = await openDatabase(`sqlite:${file('data/newsroom.sqlite')}`);
    await database.run({ sql: `UPDATE contents SET body = 'It did not snow.' WHERE slug = 'note'`, parameters: [] });
    await database.close();
    expect(await verify(address)).toMatchObject({ status: 3, stderr: expect.stringContaining('503') });
  });

  it('reports that it could not check what is missing, redirects elsewhere, or cannot be requested', async () => {
    for (const [target, told] of [
      [file('nothing.json'), 'cannot be read'],
      [`${site}/api/v1/contents/nobody/account`, 'cannot be requested'],
      // The host named by the user may be private; the target of a redirect may not.
      [`${site}/elsewhere`, 'cannot be requested'],
      // Keys named by a file are fetched from public addresses only.
      [file('account.json'), "cannot be requested: .* Pass the publisher's keys with --keys"],
      ['http://', 'is not an address: write it in full'],
      ['http://news.example:99999/rain', 'is not an address: write it in full'],
    ] as const) {
      const { status, stdout, stderr } = await verify(target);
      expect([target, status, stdout]).toEqual([target, 3, '']);
      expect(stderr).toMatch(new RegExp(`^Not checked\\. .*${told}`));
    }
    expect(await verify(file('account.json'), '--issuer', 'news')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('news is not an address'),
    });
    for (const [name, text, told] of [
      [
        'problem.json',
        await (await fetch(`${site}/api/v1/contents/nobody/account`)).text(),
        'an error response, "404 Not Found There is no',
      ],
      ['page.html', '<!doctype html><p>It rained.', 'contains no signed account'],
      ['empty.json', '', 'contains no signed account'],
      ['number.json', '7', 'contains no signed account'],
      ['null.json', 'null', 'contains no signed account'],
      ['other.json', '{"format":"colophon-account-3"}', 'contains no signed account'],
      ['unsigned.json', JSON.stringify({ ...account(), credential: 'a.b.c' }), 'does not name its signer'],
    ] as const) {
      writeFileSync(file(name), text);
      const { status, stdout, stderr } = await verify(file(name));
      expect([name, status, stdout, stderr]).toEqual([name, 3, '', expect.stringContaining(told)]);
    }
    const { status, stderr } = await verify(file('account.json'), '--keys', file('problem.json'));
    expect([status, stderr]).toEqual([3, expect.stringContaining('The keys are not a JWK Set')]);
    page = '<!doctype html><head></head><p>It rained.';
    expect((await verify(`${site}/articles/rain`)).stderr).toContain('names no signed account');
    page = '<!doctype html><head><link type="application/vc+jwt" href="https://elsewhere.example/credential"></head>';
    expect((await verify(`${site}/articles/rain`)).stderr).toContain('at another site, https://elsewhere.example');
    page = undefined;
  });

  it('is given a file that was made as the documentation says, from the address that people read', async () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/signed-accounts.md'), 'utf8');
    const lines = docs
      .split('\n')
      .filter((line) => line.startsWith('curl '))
      .map((line) => line.replaceAll('https://news.example', site));
    expect(lines).toHaveLength(2);
    for (const line of lines) await promisify(exec)(line, { cwd: newsroom.directory });
    expect(await verify(file('rain.json'), '--keys', file('jwks.json'), '--address', `${site}/articles/rain`)).toMatchObject({ status: 0 });
  });

  it('still works after a key rotation, and the running server signs with the new key', async () => {
    const list = async () =>
      (await runCommand(['keys', 'list'], { DATABASE_URL: `sqlite:${file('data/newsroom.sqlite')}` })).stdout.trim().split('\n');
    const before = await list();
    expect(before).toHaveLength(1);
    expect(newsroom.run('keys', 'rotate')).toMatchObject({ status: 0, stdout: expect.stringContaining('signs from now on') });
    expect(statSync(file('data/signing-key')).mode & 0o777).toBe(0o600);
    expect((await list()).map((line) => line.includes('in use'))).toEqual([true, false]);
    expect((await verify(`${site}/articles/rain`)).status).toBe(0);
  });
});

describe('a key provided by the environment', () => {
  it('is created by a command, and cannot be rotated by one', async () => {
    const made = await runCommand(['keys', 'generate']);
    expect([made.status, Object.keys(JSON.parse(made.stdout) as object)]).toEqual([0, ['kty', 'crv', 'x', 'd']]);
    const settings = { DATABASE_URL: 'sqlite::memory:', NEWSROOM_SIGNING_KEY: made.stdout };
    const rotated = await runCommand(['keys', 'rotate'], settings);
    expect([rotated.status, rotated.stderr]).toEqual([1, expect.stringContaining('newsroom keys generate')]);
    expect((await runCommand(['credentials', 'issue'], settings)).stdout).toBe('0 accounts signed.\n');
  });
});
