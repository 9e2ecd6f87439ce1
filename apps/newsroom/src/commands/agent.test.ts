import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import { OAuthClients, OAuthGrants, Users } from '@colophon/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

const URL_OF_DOCUMENT = 'https://agent.example/client.json';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsroom-agent-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...args: string[]): Promise<CommandResult> => runCommand(args, { DATABASE_URL: `sqlite:${folder}/newsroom.sqlite` });

it('pins an agent from a file, lists what people have connected, disconnects and blocks it', async () => {
  const file = join(folder, 'client.json');
  writeFileSync(
    file,
    JSON.stringify({ client_id: URL_OF_DOCUMENT, client_name: 'Quill', redirect_uris: ['https://agent.example/callback'] }),
  );
  expect(await run('agent', 'pin', URL_OF_DOCUMENT, file)).toMatchObject({ status: 0, stdout: 'Quill of agent.example is pinned.\n' });
  expect((await run('agent', 'pin', 'https://other.example/client.json', file)).stderr).toContain('client_id is not its own address');
  expect((await run('agent', 'pin', 'http://agent.example/', file)).stderr).toContain('is not the address of a metadata document');
  expect((await run('agent', 'pin', URL_OF_DOCUMENT, join(folder, 'none.json'))).status).toBe(2);
  expect(await run('agent', 'list')).toEqual({ status: 0, stdout: '', stderr: '' });

  await run('user', 'create', '--email', 'ada@news.example', '--name', 'Ada', '--role', 'editor');
  const database = await openDatabase(`sqlite:${folder}/newsroom.sqlite`);
  const client = await new OAuthClients(database).find({ clientId: URL_OF_DOCUMENT });
  const user = await new Users(database).find({ email: 'ada@news.example' });
  const [now, later] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()];
  const granted = {
    userId: user?.id ?? '',
    clientId: client?.id ?? '',
    scopes: ['read', 'write'],
    role: 'editor',
    approvedAt: now,
  } as const;
  const { id } = await new OAuthGrants(database).add({ ...granted, scopes: [...granted.scopes], expiresAt: later });
  await database.close();

  const words = [id, 'ada@news.example', 'global', 'editor', 'read,write', 'not used', 'agent.example', 'Quill', URL_OF_DOCUMENT];
  expect((await run('agent', 'list')).stdout).toBe(`${words.join('\t')}\n`);
  expect((await run('agent', 'list', '--tenant', 'none')).status).not.toBe(0);
  expect(await run('agent', 'revoke', id)).toMatchObject({ status: 0, stdout: `Agent ${id} is disconnected.\n` });
  expect((await run('agent', 'revoke', 'nothing')).stderr).toContain('There is no connected agent nothing.');
  expect((await run('agent', 'list')).stdout).toBe('');
  expect(await run('agent', 'block', URL_OF_DOCUMENT)).toMatchObject({ status: 0, stdout: 'Quill is blocked.\n' });
  await run('tenant', 'create', 'gazette');
  expect(await run('agent', 'policy', '--tenant', 'gazette', '--agents', 'pinned')).toMatchObject({
    status: 0,
    stdout: 'Agents in gazette: pinned.\n',
  });
  expect((await run('agent', 'policy', '--tenant', 'gazette', '--agents', 'some')).status).toBe(2);
  expect((await run('agent', 'policy', '--agents', 'off')).status).toBe(2);
  expect((await run('agent', 'block', 'c_unknown')).stderr).toContain('c_unknown');
});
