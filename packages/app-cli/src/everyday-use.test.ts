import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { problem } from './testing/fake-http.ts';
import { afterThisTest, openNewsroom } from './testing/fixtures.ts';
import { startFakeServer } from './testing/fake-server.ts';
import { payloadWith } from './testing/hostile.ts';

describe('output', () => {
  it('is a table on a terminal, with identifying columns first, and names omitted columns', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    for (const title of ['One', 'Two']) server.articles.add({ body: 'x'.repeat(500), title, tags: ['a', 'b'], metadata: { deep: true } });
    const { stdout, stderr } = await cli.run(['articles', 'list'], { tty: true, columns: 44, env: { NO_COLOR: '1' } });
    expect(stdout.split('\n')).toEqual([
      'ID  TITLE  STATUS  BODY',
      `a1  One    draft   ${'x'.repeat(24)}…`,
      `a2  Two    draft   ${'x'.repeat(24)}…`,
      '',
    ]);
    expect(stderr).toContain('Not shown for lack of room: tags, rev; --json shows everything');
  });

  it('is bold only if colours are enabled', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: 'One' });
    const header = async (argv: string[], env: Record<string, string> = {}, tty = true): Promise<string> =>
      (await cli.run(['articles', 'list', '--output', 'table', ...argv], { tty, env })).stdout.split('\n')[0]!;
    expect(await header([])).toContain('\u001b[1m');
    expect(await header([], { NO_COLOR: '1' })).not.toContain('\u001b');
    expect(await header([], { NO_COLOR: '' })).toContain('\u001b');
    expect(await header([], { TERM: 'dumb' })).not.toContain('\u001b');
    expect(await header(['--no-color'])).not.toContain('\u001b');
    expect(await header([], {}, false)).not.toContain('\u001b');
    expect(await header(['--color'], { NO_COLOR: '1' }, false)).toContain('\u001b');
    expect(await header([], { FORCE_COLOR: '1' }, false)).toContain('\u001b');
  });

  it('shows one object as names and values', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: 'One', body: 'line one\nline two' });
    const { stdout } = await cli.run(['articles', 'get', 'a1'], { tty: true, env: { NO_COLOR: '1' } });
    expect(stdout).toBe('status  draft\ntitle   One\nbody    line one\n        line two\nid      a1\nrev     1\n');
  });

  it.each([
    ['json', '{\n  "items": ['],
    ['ndjson', '{"status":"draft","title":"One, \\"1\\"","id":"a1","rev":1}\n'],
    ['csv', 'status,title,id,rev\r\ndraft,"One, ""1""",a1,1\r\n'],
    ['table', 'ID  TITLE'],
  ])('is %s with --output', async (format, expected) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: 'One, "1"' });
    expect((await cli.run(['articles', 'list', '--output', format])).stdout).toContain(expected);
    expect((await cli.run(['articles', 'list', '-o', format], { tty: true, env: { NO_COLOR: '1' } })).stdout).toContain(expected);
  });

  it('contains no spreadsheet formulas', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: '=HYPERLINK("x")' });
    expect((await cli.run(['articles', 'list', '--output', 'csv'])).stdout).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('is written completely to a file, in the format of its extension', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: 'One' });
    for (const [name, start] of [
      ['out.csv', 'status,'],
      ['out.json', '{\n'],
      ['out.ndjson', '{"status"'],
      ['out', '{\n'],
    ] as const) {
      const file = `${cli.home}/${name}`;
      const { code, stdout, stderr } = await cli.run(['articles', 'list', '--output', file], { tty: true });
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(stderr).toContain(`Wrote ${file}`);
      expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${start.replace('{', '\\{')}`));
    }
    expect((await readdir(cli.home)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect((await cli.run(['articles', 'list', '--output', `${cli.home}/no/such/folder.json`])).code).toBe(1);
    expect((await cli.run(['articles', 'list', '--output', 'csv', '--json'])).code).toBe(2);
  });

  it('is empty if nothing was found, with a notice on stderr', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    expect(await cli.run(['articles', 'list'], { tty: true })).toEqual({ code: 0, stdout: '', stderr: 'newsroom-cli: Nothing found\n' });
  });
});

describe('errors', () => {
  it('name the flag of an invalid field, and the request id', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout, stderr } = await cli.run(['articles', 'create', '--title', '']);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toBe('newsroom-cli: One field is wrong (422 validation)\n  --title: must not be empty\n  request req-1\n');
  });

  it('are one JSON object on stderr with --json', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { stdout, stderr } = await cli.run(['articles', 'get', 'none', '--json']);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({ code: 'not_found', exitCode: 5, problem: { status: 404, requestId: 'req-1' } });
  });

  it('suggest a command if an id looks like one', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stderr } = await cli.run(['articles', 'get', 'list']);
    expect(code).toBe(5);
    expect(stderr).toContain('list was interpreted as an id. Did you mean newsroom-cli articles list?');
  });

  it.each([
    [401, 4],
    [403, 4],
    [404, 5],
    [409, 5],
    [500, 6],
    [503, 6],
  ])('with the status %i end with the exit code %i', async (status, exitCode) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) => (path === '/api/articles' ? problem(status, 'some_code', 'Some reason') : undefined);
    const { code, stderr } = await cli.run(['articles', 'list']);
    expect(code).toBe(exitCode);
    expect(stderr).toContain('Some reason');
  });

  it.each([
    [['artcles', 'list'], 'Did you mean articles?'],
    [['articles', 'lits'], 'Did you mean list?'],
    [['articles', 'list', '--limt', '5'], 'Did you mean --limit?'],
    [['auth', 'logn'], 'Did you mean login?'],
    [['mcp', 'tool'], 'Did you mean tools?'],
    [['resources', '--jsn'], 'Did you mean --json?'],
    [['profiles', 'lst'], 'Did you mean list?'],
    [['completion', 'bsh'], 'Did you mean bash?'],
    [['articles', 'get'], 'Usage: newsroom-cli articles get <id>'],
    [['articles', 'create'], 'Missing: --title'],
    [['articles', 'list', 'stray'], 'list takes no "stray"'],
    [['articles', 'get', 'a1', '{}', '{}'], 'Too many arguments for get'],
    [['articles', 'create', '[1]'], 'must be a JSON object'],
    [['articles', 'create', '{"title":1,}'], 'is not JSON'],
    [['articles', 'create', '@/no/such/file'], 'cannot be read'],
    [['articles', 'delete', 'a1', '--all'], '--all and --max-items are for lists'],
    [['articles', 'list', '--if-match', '3'], '--if-match is for changing one item'],
    [['articles', '--limit'], 'articles must be followed by a command'],
    [['mcp', 'call'], 'mcp call needs the name of a tool'],
    [['mcp', 'call', 'x', '[]'], 'must be a JSON object'],
    [['resources', '--profile', 'x'], 'There is no profile x'],
    [['resources', '--profile', 'x', '--server', 'http://localhost'], 'not both'],
  ])('of the command line %j contain a remedy', async (argv, message) => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout, stderr } = await cli.run(argv);
    expect(stdout).toBe('');
    expect([1, 2]).toContain(code);
    expect(stderr).toContain(message);
  });

  it('occur at once for a payload from a terminal', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    expect(await cli.run(['articles', 'create', '-'], { tty: true })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('which is a terminal here') as string,
    });
  });
});

describe('pages', () => {
  it.each([false, true])('are all fetched by --all, as one document (with a Link header: %s)', async (linksInHeader) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.linksInHeader = linksInHeader;
    for (let index = 0; index < 25; index += 1) server.articles.add({ title: `Article ${index}` });
    const { stdout } = await cli.run(['articles', 'list', '--limit', '10', '--all']);
    const { items, count } = JSON.parse(stdout) as { items: unknown[]; count: number };
    expect({ length: items.length, count }).toEqual({ length: 25, count: 25 });
    expect(server.seen.filter(({ path }) => path === '/api/articles')).toHaveLength(3);
  });

  it('end at --max-items', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    for (let index = 0; index < 25; index += 1) server.articles.add({ title: `Article ${index}` });
    const { stdout } = await cli.run(['articles', 'list', '--limit', '10', '--max-items', '12']);
    expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(12);
    expect(server.seen.filter(({ path }) => path === '/api/articles')).toHaveLength(2);
  });

  it('fail completely if a later one fails, instead of returning a part', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    for (let index = 0; index < 25; index += 1) server.articles.add({ title: `Article ${index}` });
    server.override = ({ query }) => (query.get('cursor') === 'after-20' ? problem(500, 'internal', 'broken') : undefined);
    expect(await cli.run(['articles', 'list', '--limit', '10', '--all'])).toMatchObject({ code: 6, stdout: '' });
  });

  it('that follow are mentioned below a table', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    for (let index = 0; index < 25; index += 1) server.articles.add({ title: `Article ${index}` });
    const { stderr } = await cli.run(['articles', 'list', '--limit', '10'], { tty: true });
    expect(stderr).toContain('10 of 25 shown; --all fetches every page');
  });
});

describe('--dry-run', () => {
  it('shows the request without the token, and sends nothing, not even for a cached catalog', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    await cli.run(['resources']);
    server.seen.length = 0;
    const { code, stdout } = await cli.run(['articles', 'update', 'a1', '--title', 'New', '--dry-run']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      dryRun: true,
      method: 'PUT',
      url: `${server.url}/api/articles/a1`,
      headers: { authorization: '(redacted)', 'content-type': 'application/json', 'if-match': '(the revision read from the server first)' },
      body: { title: 'New' },
    });
    expect(stdout).not.toContain(token);
    expect(server.seen).toEqual([]);
  });

  it('prints a request on a terminal, without confirmation and deletion', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: 'One' });
    const { stdout } = await cli.run(['articles', 'delete', 'a1', '--dry-run'], { tty: true });
    expect(stdout).toBe(`DELETE ${server.url}/api/articles/a1\nauthorization: (redacted)\n`);
    expect(cli.questions).toEqual([]);
    expect(server.articles.items.size).toBe(1);
  });

  it('works for MCP calls', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    expect(JSON.parse((await cli.run(['mcp', 'call', 'x', '{"a":1}', '--dry-run'])).stdout)).toMatchObject({
      dryRun: true,
      body: { name: 'x', arguments: { a: 1 } },
    });
    expect(server.seen).toEqual([]);
  });
});

describe('the catalog', () => {
  it('is revalidated by its ETag, and reused if unchanged', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    await cli.run(['articles', 'list']);
    const { stderr } = await cli.run(['resources', '--debug']);
    expect(stderr).toContain('Catalog unchanged since it was cached');
    expect(server.seen.filter(({ path }) => path === '/api/_resources').map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      expect.stringMatching(/^"sha256:/),
    ]);
  });

  it('is fetched again with --refresh, after a change, and if the cache is corrupt', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    await cli.run(['resources']);
    expect((await cli.run(['resources', '--refresh', '--debug'])).stderr).toContain('Catalog fetched now');
    server.payload = payloadWith({ commandName: 'fresh' });
    expect((await cli.run(['articles', 'fresh', '--help'])).code).toBe(0);
    const folder = `${cli.home}/.cache/newsroom/catalogs`;
    for (const text of ['', 'x', '{"format":1,"etag":"\\"x\\"","fetchedAt":1}\n{"artifact":{"discovery":{}}}']) {
      for (const name of await readdir(folder)) await writeFile(`${folder}/${name}`, text);
      expect((await cli.run(['articles', 'list'])).code).toBe(0);
    }
  });

  it('of one caller is never shown to another', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    await cli.run(['resources']);
    server.payload = { ...server.payload, resources: [] };
    const { stdout } = await cli.run(['resources'], { env: { NEWSROOM_TOKEN: server.grant.issueToken('token', 'Robot') } });
    expect(JSON.parse(stdout)).toMatchObject({ resources: [] });
    expect((await cli.run(['__complete', 'bash', '--', 'art'], { env: { NEWSROOM_TOKEN: 'somebody-else' } })).stdout).toBe('');
    expect(await readdir(`${cli.home}/.cache/newsroom/catalogs`)).toHaveLength(2);
  });

  it('contains no token on disk', async () => {
    const { cli, signIn } = await openNewsroom();
    const token = await signIn();
    await cli.run(['resources']);
    const folder = `${cli.home}/.cache/newsroom/catalogs`;
    for (const name of await readdir(folder)) expect(name + (await readFile(`${folder}/${name}`, 'utf8'))).not.toContain(token);
  });

  it('from the cache serves help while the server is unreachable, with a notice', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    await cli.run(['resources']);
    await server.close();
    const help = await cli.run(['articles', 'create', '--help']);
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--title <text>') as string,
      stderr: expect.stringContaining('nothing listens there; this is the catalog of') as string,
    });
    expect((await cli.run(['articles', 'list'])).code).toBe(3);
  });
});

describe('help', () => {
  it('is available at every level, generated from the schema', async () => {
    const { cli, signIn } = await openNewsroom({
      extraCommands: [{ name: 'health', description: 'Shows whether the server is well', run: () => undefined }],
    });
    await signIn();
    await cli.run(['resources']);
    const root = (await cli.run([])).stdout;
    expect(root).toContain('health  Shows whether the server is well');
    expect(root).toContain('articles  What is published');
    expect(root).toContain('NEWSROOM_TOKEN');
    expect((await cli.run(['--help'])).stdout).toBe(root);
    expect((await cli.run(['auth', '--help'])).stdout).toContain('newsroom-cli auth login [--server <url>] [--no-open]');
    expect((await cli.run(['help', 'mcp'])).stdout).toContain('mcp call <tool> [<json>]');
    expect((await cli.run(['articles'])).stdout).toContain('create --title <text> [--flags...] [json-payload]');
    const create = (await cli.run(['articles', 'create', '-h'])).stdout;
    expect(create).toContain('newsroom-cli articles create --title <text> [--flags...] [json-payload]');
    expect(create).toContain('--status <draft|review|published>');
    expect(create).toContain('Where it stands (default "draft")');
    expect(create).toContain('--no-rank clears');
    expect(create).toContain('also --thumbnailAssetId');
    expect(create).toMatch(/Only in the JSON payload\n {2}output/);
    expect((await cli.run(['help', 'articles', 'create'])).stdout).toBe(create);
    expect((await cli.run(['articles', 'set-layout', '--help'])).stdout).toContain('"columns"');
  });

  it('prints the version', async () => {
    const { cli } = await openNewsroom({ version: '1.2.3' });
    expect((await cli.run(['--version'])).stdout).toMatch(/^Newsroom 1\.2\.3 \(@colophon\/app-cli /);
  });
});

describe('profiles', () => {
  it('name servers, store a login for each, and select one', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const other = await startFakeServer();
    afterThisTest(() => other.close());
    expect((await cli.run(['profiles', 'add', 'other', other.url])).code).toBe(0);
    other.grant.onPoll = () => other.grant.approve();
    expect((await cli.run(['auth', 'login', '--profile', 'other'])).code).toBe(0);
    const status = async (argv: string[], env = {}): Promise<unknown> =>
      (JSON.parse((await cli.run(['auth', 'status', ...argv], { env })).stdout) as { server: string }).server;
    expect(await status([])).toBe(other.url);
    expect(await status([], { NEWSROOM_SERVER_URL: server.url })).toBe(server.url);
    await cli.run(['profiles', 'add', 'home', server.url]);
    await cli.run(['profiles', 'use', 'home']);
    expect(await status([])).toBe(server.url);
    expect(await status(['--profile', 'other'])).toBe(other.url);
    expect(JSON.parse((await cli.run(['profiles', 'list'])).stdout)).toEqual([
      { name: 'other', serverUrl: other.url, current: false, signedIn: true },
      { name: 'home', serverUrl: server.url, current: true, signedIn: true },
    ]);
    await cli.run(['profiles', 'remove', 'home']);
    expect((await cli.run(['profiles', 'use', 'home'])).code).toBe(2);
  });

  it('obey the security policy', async () => {
    const { cli } = await openNewsroom({ requireSecureServerUrl: true });
    expect((await cli.run(['profiles', 'add', 'x', 'http://news.example'])).code).toBe(2);
  });
});

describe('doctor', () => {
  it('finds no problems in a working setup', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout } = await cli.run(['doctor']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { checks: { status: string }[] }).checks.map(({ status }) => status)).toEqual(
      Array.from({ length: 7 }, () => 'ok'),
    );
  });

  it('reports problems with remedies, and exits with 1', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.grant.issuer = 'https://other.example';
    const { code, stdout, stderr } = await cli.run(['doctor'], { tty: true, env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect(code).toBe(1);
    expect(stdout).toContain('PROBLEM  environment: NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone');
    expect(stdout).toContain('PROBLEM  sign-in:');
    expect(stderr).toContain('4 of 7 checks found a problem');
  });
});

describe('retries', () => {
  it('repeat safe requests after the delay requested by the server', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    let faults = 2;
    server.override = ({ path }) =>
      path === '/api/articles' && faults-- > 0 ? { ...problem(503, 'busy', 'later'), headers: { 'retry-after': '3' } } : undefined;
    const waits: number[] = [];
    expect((await cli.run(['articles', 'list'], { onSleep: (milliseconds) => waits.push(milliseconds) })).code).toBe(0);
    expect(waits).toEqual([3000, 3000]);
  });

  it('send the same idempotency key, so that nothing is written twice', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    let faults = 1;
    server.override = ({ path, method }) => {
      if (path !== '/api/articles' || method !== 'POST' || faults-- === 0) return undefined;
      server.articles.handle(server.seen.at(-1)!);
      return problem(503, 'busy', 'written, but the answer was lost');
    };
    expect((await cli.run(['articles', 'create', '--title', 'Once'])).code).toBe(0);
    expect(server.articles.items.size).toBe(1);
    const keys = server.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('never repeat a write without a key', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) => (path === '/api/articles/refresh' ? problem(503, 'busy', 'later') : undefined);
    expect((await cli.run(['articles', 'refresh-all'])).code).toBe(6);
    expect(server.seen.filter(({ path }) => path === '/api/articles/refresh')).toHaveLength(1);
  });
});
