import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from './testing/fake-server.ts';
import { dependenciesOf, installBuiltPackage, installedFolder, sizeOf, type InstalledPackage } from './testing/installed-package.ts';
import { spawnProgram, type SpawnedResult } from './testing/spawn-cli.ts';

/** This Node, and the one that npm itself runs on, which may be an older one. */
const nodes = [...new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])].map(
  (path) => [execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(), path] as const,
);

let installed: InstalledPackage;
let server: FakeServer;
let token: string;

beforeAll(async () => {
  installed = await installBuiltPackage();
  server = await startFakeServer();
  token = server.grant.issueToken('token');
  server.articles.add({ title: 'One' });
});
afterAll(async () => {
  await server.close();
  await rm(installed.folder, { recursive: true, force: true });
});

function run(node: string, argv: readonly string[], stdin = ''): Promise<SpawnedResult> {
  const env = {
    HOME: join(installed.folder, 'home'),
    COLOPHON_APP_NAME: 'Newsroom',
    NEWSROOM_SERVER_URL: server.url,
    NEWSROOM_TOKEN: token,
  };
  const { child, result } = spawnProgram([node, installed.bin('colophon-app')], argv, env);
  child.stdin.end(stdin);
  return result;
}

describe.each(nodes)('the built package, on Node %s', (_version, node) => {
  it('prints its version', async () => {
    expect(await run(node, ['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Newsroom \(@colophon\/app-cli \d/) as string,
      stderr: '',
    });
  });

  it('lists, creates, completes and checks', async () => {
    expect(JSON.parse((await run(node, ['articles', 'list', '--limit', '1'])).stdout)).toMatchObject({ items: [{ title: 'One' }] });
    expect(await run(node, ['articles', 'create', '-'], '{"title":"Two"}')).toMatchObject({ code: 0, stderr: '' });
    expect((await run(node, ['__complete', 'bash', '--', 'articles', 'cr'])).stdout).toBe('create\n');
    expect(JSON.parse((await run(node, ['doctor'])).stdout)).toMatchObject({
      checks: expect.arrayContaining([{ name: 'MCP tools', status: 'ok', detail: '2 tools' }]) as unknown,
    });
    expect((await run(node, ['articles', 'create', '--help'])).stdout).toContain('--thumbnail-asset-id <text>');
  });

  it('serves MCP without other packages installed', async () => {
    const env = { HOME: join(installed.folder, 'home'), NEWSROOM_SERVER_URL: server.url, NEWSROOM_TOKEN: token };
    const bridge = spawnProgram([node, installed.bin('colophon-mcp-bridge')], ['--env-prefix=NEWSROOM'], env);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    bridge.child.stdin.write(`${JSON.stringify(initialize)}\n`);
    await new Promise((resolve) => bridge.child.stdout.once('data', resolve));
    bridge.child.stdin.end();
    expect(JSON.parse((await bridge.result).stdout)).toMatchObject({ id: 1, result: { capabilities: { tools: {} } } });
  });
});

describe('an installation', () => {
  it('is fewer than 10 packages and 3 MB, the MCP part included', async () => {
    const names = await dependenciesOf(['@colophon/app-cli']);
    expect(names.length).toBeLessThan(10);
    const others = names.filter((name) => !name.startsWith('@colophon/')).map(installedFolder);
    const sizes = await Promise.all([installed.packageFolder, ...others].map(sizeOf));
    expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(3_000_000);
  });

  it('has no install scripts', async () => {
    for (const name of await dependenciesOf(['@colophon/app-cli'])) {
      const { scripts } = JSON.parse(await readFile(join(installedFolder(name), 'package.json'), 'utf8')) as {
        scripts?: Record<string, string>;
      };
      expect(Object.keys(scripts ?? {}).filter((script) => /^(pre|post)?install$/.test(script))).toEqual([]);
    }
  });

  it('contains the licences of all bundled packages', async () => {
    const notices = await readFile(join(installed.packageFolder, 'dist', 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/server', '@modelcontextprotocol/client', '@modelcontextprotocol/core', 'zod']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
    }
  });

  it('loads MCP, schemas and a proxy agent only when needed', async () => {
    const dist = join(installed.packageFolder, 'dist');
    const client = (await readdir(dist)).filter((name) => /^client-.*\.js$/.test(name));
    expect(client).toHaveLength(1);
    const reached = new Set<string>();
    const queue = ['configured-app.js', 'index.js', 'mcp-bridge.js', ...client];
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      if (reached.has(name)) continue;
      reached.add(name);
      const text = await readFile(join(dist, name), 'utf8');
      expect(text, name).not.toMatch(/zod/i);
      for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"([^"]+)"/g)) {
        if (imported.startsWith('./')) queue.push(imported.slice(2));
        else expect(['node:module', 'node:path'], `${name} imports ${imported}`).toContain(imported);
      }
    }
  });
});
