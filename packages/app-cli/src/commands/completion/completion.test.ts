import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXT } from '../../testing/hostile.ts';
import { openNewsroom, type Newsroom } from '../../testing/fixtures.ts';

async function readyNewsroom(): Promise<Newsroom> {
  const newsroom = await openNewsroom({ extraCommands: [{ name: 'health', description: 'Is it well?', run: () => undefined }] });
  await newsroom.signIn();
  await newsroom.cli.run(['resources']);
  newsroom.server.seen.length = 0;
  return newsroom;
}

describe('completion', () => {
  it.each<[string[], string[]]>([
    [[''], ['health', 'auth', 'resources', 'mcp', 'profiles', 'completion', 'doctor', 'help', 'articles', 'reports']],
    [['ar'], ['articles']],
    [
      ['auth', ''],
      ['login', 'status', 'logout'],
    ],
    [
      ['auth', 'log'],
      ['login', 'logout'],
    ],
    [
      ['mcp', ''],
      ['tools', 'call', 'serve', 'config'],
    ],
    [['profiles', 'u'], ['use']],
    [['articles', 'up'], ['update']],
    [['--json', 'articles', 'ge'], ['get']],
    [['--server', 'http://x', 'articles', 'ge'], []],
    [['articles', 'create', '--th'], ['--thumbnail-asset-id']],
    [
      ['articles', 'create', '--status', ''],
      ['draft', 'review', 'published'],
    ],
    [['articles', 'create', '--status', 'p'], ['published']],
    [['articles', 'create', '--status=r'], ['--status=review']],
    [['articles', 'list', '--dry'], ['--dry-run']],
    [['articles', 'get', ''], []],
    [['health', ''], []],
    [['nothing', ''], []],
  ])('of %j offers %j, from the cached catalog and without network access', async (words, expected) => {
    const { server, cli } = await readyNewsroom();
    const { code, stdout, stderr } = await cli.run(['__complete', 'bash', '--', ...words]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const offered = stdout.split('\n').filter((line) => line !== '');
    expect(offered.filter((word) => expected.includes(word))).toEqual(expected);
    if (!words.includes('--server')) expect(offered.length).toBe(words.at(-1)?.startsWith('-') === true ? offered.length : expected.length);
    expect(server.seen).toEqual([]);
  });

  it('describes each candidate on one line', async () => {
    const { cli } = await readyNewsroom();
    const { stdout } = await cli.run(['__complete', 'zsh', '--', 'articles', 'create', '--title']);
    expect(stdout).toBe('--title\tHeadline\n');
  });

  it.each([[[]], [['bash']], [['bash', 'x']], [['bash', '--', HOSTILE_TEXT]], [['bash', '--', '__proto__', '']]])(
    'prints nothing and never fails for %j',
    async (argv) => {
      const { cli } = await openNewsroom();
      expect(await cli.run(['__complete', ...argv])).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('prints nothing if the configuration is corrupt', async () => {
    const { cli } = await readyNewsroom();
    expect(await cli.run(['__complete', 'bash', '--', 'articles', ''], { env: { NEWSROOM_SERVER_URL: 'nonsense' } })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('the completion script', () => {
  const script = async (shell: string): Promise<string> => {
    const { cli } = await openNewsroom();
    return (await cli.run(['completion', shell])).stdout;
  };

  it.each(['bash', 'zsh', 'fish', 'powershell'])('of %s calls the program itself', async (shell) => {
    expect(await script(shell)).toContain(`__complete ${shell} --`);
  });

  it('is rejected for an unknown shell', async () => {
    const { cli } = await openNewsroom();
    expect(await cli.run(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' });
    expect(await cli.run(['completion', 'bash'], { io: { program: { name: 'a; rm -rf', command: [] } } })).toMatchObject({
      code: 2,
      stdout: '',
    });
  });

  it('of bash is a script that bash accepts, and completes in it', async () => {
    const { cli } = await openNewsroom();
    const program = `${cli.home}/newsroom-cli`;
    await writeFile(program, '#!/bin/sh\nshift 3\nprintf "%s\\n" "said $*" other\n', { mode: 0o755 });
    const commands = `${await script('bash')}
      COMP_WORDS=(${program} articles li) COMP_CWORD=2
      _newsroom_cli_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-euc', commands], { encoding: 'utf8' })).toBe('said articles li\nother\n');
  });

  it.each([
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ])('of %s is a script that the shell accepts, if it is installed', async (shell, options) => {
    const checked = spawnSync(shell, options, { input: await script(shell), encoding: 'utf8' });
    if (checked.error === undefined) expect({ status: checked.status, stderr: checked.stderr }).toEqual({ status: 0, stderr: '' });
    else expect(checked.error).toMatchObject({ code: 'ENOENT' });
  });
});
