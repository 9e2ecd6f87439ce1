import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nearest } from '@colophon/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../main.ts';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

const DOCS = readFileSync(resolve(import.meta.dirname, '../../../../docs/newsroom.md'), 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsroom-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]): Promise<CommandResult> => runCommand(args, { DATABASE_URL: `sqlite:${folder}/newsroom.sqlite` });

describe('the command line', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
    expect(await run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))('%s has a help text, and is documented', async (name, command) => {
    for (const args of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      const { status, stdout, stderr } = await run(...args);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Usage: newsroom ${name}`);
      expect(stdout).toContain(command.summary);
      for (const option of Object.keys(command.options ?? {})) expect(stdout).toMatch(new RegExp(`^  --${option}\\b.*\\w{3}`, 'm'));
      for (const argument of command.arguments ?? []) expect(stdout).toMatch(new RegExp(`^  <${argument.name}> +\\w+`, 'm'));
    }
    const documented = DOCS.split('\n').filter((line) => line.startsWith('| `'));
    expect(documented.some((line) => line.includes(`\`${name} `) || line.includes(`\`${name}\``))).toBe(true);
  });

  it('types prints declarations of the whole API', async () => {
    const { status, stdout, stderr } = await run('types');
    expect([status, stderr]).toEqual([0, '']);
    for (const name of ['export interface paths', '"/articles/{id}"', '"/tags/{id}/hierarchy"']) expect(stdout).toContain(name);
  }, 60_000);

  it('lists all commands without arguments, those of a group for its first word', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']]) {
      const { status, stdout } = await run(...args);
      expect([status, COMMANDS.filter(({ name }) => !stdout.includes(`newsroom ${name}`))]).toEqual([0, []]);
    }
    const group = await run('user', '--help');
    expect([group.status, group.stdout.includes('newsroom user role'), group.stdout.includes('token')]).toEqual([0, true, false]);
    expect((await run('user')).status).toBe(2);
  });

  it.each<[string[], string]>([
    [['import'], 'The argument <path> is missing: a folder, or the file of an export.'],
    [['token', 'revoke'], 'The argument <id> is missing: its id'],
    [['user', 'role', '--role', 'editor'], "The argument <address> is missing: the person's e-mail address."],
    [['user', 'create', '--role', 'editor'], "--email is missing: the person's e-mail address."],
    [['token', 'create'], '--role is missing: one of viewer, contributor, editor, admin.'],
    [['token', 'create', '--role'], 'The value of --role is missing: --role <role>.'],
    [['token', 'create', '--role', '--name', 'x'], 'The value of --role is missing: --role <role>.'],
    [['token', 'create', '--role', 'king'], '--role must be one of viewer, contributor, editor, admin.'],
    [['token', 'create', '--roel', 'editor'], 'There is no option --roel. Did you mean --role?'],
    [['token', 'create', '--role', 'editor', '--role', 'admin'], '--role was given twice.'],
    [['import', 'a', 'b'], 'Too many arguments: b'],
    [['check', 'everything'], 'Too many arguments: everything'],
    [['tokens'], 'There is no command tokens.'],
    [['tokne', 'create'], 'There is no command tokne create. Did you mean token create?'],
    [['user', 'creat'], 'There is no command user creat. Did you mean user create?'],
    [['strat'], 'There is no command strat. Did you mean start?'],
  ])('exits with 2 for %j and names the fault', async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toContain(message);
    expect(stderr).toContain('Usage:');
  });

  it('finds the nearest word, but no distant one', () => {
    expect(nearest('user list', ['user list', 'user role'])).toBe('user list');
    expect(nearest('token ls', ['token list', 'start'])).toBe('token list');
    expect(nearest('xyz', ['start', 'import'])).toBeUndefined();
  });
});

describe('managing users from the terminal', () => {
  const EVE = 'eve@news.example';
  const stateOf = async (email: string): Promise<string[][]> =>
    (await run('user', 'list')).stdout
      .split('\n')
      .map((line) => line.split('\t').slice(1))
      .filter(([address]) => address === email);

  it('creates users once; a second time changes nothing and suggests the command to use', async () => {
    await run('tenant', 'create', 'gazette', '--name', 'The Gazette');
    const created = await run('user', 'create', '--email', EVE, '--role', 'viewer', '--tenant', 'gazette', '--name', 'Eve');
    expect([created.status, created.stdout]).toEqual([0, expect.stringMatching(/^http:\/\/localhost:4000\/set-password\?token=\S+\n$/)]);
    const again = await run('user', 'create', '--email', EVE, '--role', 'admin', '--tenant', 'gazette', '--name', 'Mallory');
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain(`${EVE} already has an account; nothing was changed.`);
    expect(again.stderr).toContain(`newsroom user role ${EVE} --role admin --tenant gazette`);
    expect(await stateOf(EVE)).toEqual([[EVE, 'viewer', 'gazette', 'no password yet', 'Eve']]);
  });

  it('sets roles, and removes, disables and enables users', async () => {
    expect((await run('user', 'role', EVE, '--role', 'editor', '--tenant', 'gazette')).stdout).toBe(`${EVE} is now editor of gazette.\n`);
    expect((await run('user', 'role', EVE, '--role', 'viewer')).status).toBe(0);
    expect((await stateOf(EVE)).map(([, role, tenant]) => [role, tenant])).toEqual(
      expect.arrayContaining([
        ['editor', 'gazette'],
        ['viewer', 'global'],
      ]),
    );
    expect((await run('user', 'remove', EVE)).status).toBe(0);
    expect((await stateOf(EVE)).map(([, role]) => role)).toEqual(['editor']);
    expect((await run('user', 'disable', EVE)).status).toBe(0);
    expect((await stateOf(EVE)).map(([, , , state]) => state)).toEqual(['disabled']);
    expect(await run('user', 'disable', EVE)).toMatchObject({ status: 1, stderr: 'This account is already disabled.\n' });
    expect(await run('user', 'reset-password', EVE)).toMatchObject({ status: 1, stdout: '' });
    expect((await run('user', 'enable', EVE)).status).toBe(0);
    const link = await run('user', 'reset-password', EVE);
    expect([link.status, link.stdout]).toEqual([0, expect.stringMatching(/\/set-password\?token=\S+\n$/)]);
    expect((await run('user', 'list', '--tenant', 'gazette')).stdout).toContain(EVE);
  });

  it('requires second factors for roles, and resets them', async () => {
    const ask = (...more: string[]) => run('user', 'require-factor', '--tenant', 'gazette', ...more);
    expect((await ask()).stdout).toBe('No role of gazette needs a second factor.\n');
    expect((await ask('--role', 'admin', '--role', 'editor')).stdout).toBe('A second factor is needed in gazette by: editor, admin\n');
    expect((await ask()).stdout).toContain('editor, admin');
    expect((await run('user', 'require-factor')).stdout).toBe('No role of the global records needs a second factor.\n');
    expect(await ask('--role', 'owner')).toMatchObject({ status: 2 });
    expect(await ask('--role', 'admin', '--none')).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be combined') });
    expect((await ask('--none')).stdout).toBe('No role of gazette needs a second factor.\n');
    expect((await run('user', 'reset-factor', EVE)).stdout).toContain(`${EVE} no longer has a second factor`);
  });

  it('reports unknown users', async () => {
    for (const command of ['disable', 'enable', 'remove', 'reset-password', 'reset-factor']) {
      const { status, stderr } = await run('user', command, 'nobody@news.example');
      expect([command, status, stderr]).toEqual([command, 1, 'There is no user with the address nobody@news.example.\n']);
    }
    expect((await run('user', 'remove', EVE)).stderr).toBe('This person is not a member of this tenant.\n');
    expect((await run('user', 'role', EVE, '--role', 'viewer', '--tenant', 'nowhere')).stderr).toContain('There is no tenant nowhere');
  });

  it('lists their tenants', async () => {
    await run('tenant', 'create', 'herald', '--host', 'herald.example', '--host', 'www.herald.example');
    const lines = (await run('tenant', 'list')).stdout.trim().split('\n');
    expect(lines.map((line) => line.split('\t').slice(1))).toEqual([
      ['gazette', '-', 'The Gazette'],
      ['herald', 'herald.example,www.herald.example', 'herald'],
    ]);
  });
});

describe('an error that the user can correct', () => {
  it('is reported in one line: a new database, and where it was created', async () => {
    const file = join(folder, 'elsewhere/newsroom.sqlite');
    const first = await runCommand(['token', 'create', '--role', 'viewer'], { DATABASE_URL: `sqlite:${file}` });
    expect(first.stdout).toMatch(/^colophon_\S+\n$/);
    expect(first.stderr).toContain(`Created a new database, ${file}.`);
    expect((await runCommand(['token', 'list'], { DATABASE_URL: `sqlite:${file}` })).stderr).toBe('');
  });

  it('is reported in one line: a file that is not a database, or cannot be one', async () => {
    writeFileSync(join(folder, 'notes.md'), '# Notes\n'.repeat(500));
    const other = await runCommand(['token', 'list'], { DATABASE_URL: `sqlite:${folder}/notes.md` });
    expect([other.status, other.stderr.split('\n')[0]]).toEqual([1, 'The file in DATABASE_URL is not an SQLite database.']);
    const below = await runCommand(['token', 'list'], { DATABASE_URL: `sqlite:${folder}/notes.md/newsroom.sqlite` });
    expect([below.status, below.stderr]).toEqual([
      1,
      `${folder}/notes.md/newsroom.sqlite: a part of it is a file and not a folder.\nChoose another path.\n`,
    ]);
  });

  it('is reported in one line: an export to a file, an import of a missing folder', async () => {
    for (const target of ['notes.md', 'notes.md/below']) {
      const { status, stdout, stderr } = await run('export', join(folder, target));
      expect([target, status, stdout, stderr.trim().split('\n')]).toEqual([
        target,
        1,
        '',
        [expect.stringContaining('a file and not a folder'), 'Choose another path.'],
      ]);
    }
    const missing = await run('import', join(folder, 'nowhere'));
    expect([missing.status, missing.stderr.split('\n')[0]]).toEqual([1, `${join(folder, 'nowhere')} is not a folder.`]);
  });

  it.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)(
    'is reported in one line: a database or a role that PostgreSQL does not have',
    async () => {
      const existing = new URL(process.env['COLOPHON_TEST_POSTGRES'] ?? '');
      const missingDatabase = Object.assign(new URL(existing), { pathname: '/no_such_database' });
      const stranger = Object.assign(new URL(existing), { username: 'no_such_role', password: 'hidden-from-people' });
      const unusedPort = Object.assign(new URL(existing), { port: '9' });
      for (const [url, expected] of [
        [missingDatabase, 'database "no_such_database" does not exist'],
        [stranger, /no_such_role/],
        [unusedPort, /ECONNREFUSED/],
      ] as const) {
        const { status, stdout, stderr } = await runCommand(['token', 'list'], { DATABASE_URL: url.href });
        expect([status, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(expected);
        expect(stderr).not.toMatch(/hidden-from-people|\n\s+at /);
        expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
      }
    },
  );

  it('is reported in one line: an unknown setting, with the nearest known one', async () => {
    const { status, stderr } = await runCommand(['tenant', 'list'], {
      DATABASE_URL: `sqlite:${folder}/newsroom.sqlite`,
      NEWSROOM_SEDE: 'none',
      NEWSROOM_TRUST_PROXY: 'true',
      NEWSROOM_COLOUR: 'blue',
      NEWSROOM_SERVER_URL: 'http://localhost:4000',
      NEWSROOM_SERVICE_HOST: '10.0.0.1',
      NEWSROOM_PORT_4000_TCP: 'tcp://10.0.0.1:4000',
    });
    expect([status, stderr.trim().split('\n')]).toEqual([
      0,
      [
        'NEWSROOM_SEDE is not a setting of Newsroom and is not used. Did you mean NEWSROOM_SEED?',
        'NEWSROOM_TRUST_PROXY is not a setting of Newsroom and is not used. Did you mean TRUST_PROXY?',
        'NEWSROOM_COLOUR is not a setting of Newsroom and is not used.',
      ],
    ]);
  });
});
