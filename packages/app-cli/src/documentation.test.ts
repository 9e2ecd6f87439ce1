import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ExitCode } from './errors/exit-code.ts';
import { GLOBAL_FLAGS } from './flags/global-flags.ts';
import { startFakeServer } from './testing/fake-server.ts';
import { openNewsroom } from './testing/fixtures.ts';
import { spawnProgram } from './testing/spawn-cli.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const manual = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

describe('the manual', () => {
  it.each(GLOBAL_FLAGS.map(({ name }) => name))('explains --%s', (name) => {
    expect(manual).toContain(`\`--${name}`);
  });

  it.each(Object.values(ExitCode))('explains the exit code %i', (code) => {
    expect(manual).toMatch(new RegExp(`^\\| *${code} +\\|`, 'm'));
  });

  it('explains every command that the help lists', async () => {
    const { cli } = await openNewsroom();
    const help = (await cli.run(['--help'])).stdout;
    const [, section = ''] = /\nCommands\n((?: {2}.*\n)+)/.exec(help) ?? [];
    const names = section.split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(names).toHaveLength(7);
    for (const name of names) expect(manual).toMatch(new RegExp(`^\\| \`${name}`, 'm'));
  });

  it('explains every variable that the help lists', async () => {
    const { cli } = await openNewsroom();
    const help = (await cli.run(['--help'])).stdout;
    for (const [name] of help.matchAll(/NEWSROOM_[A-Z_]+/g)) expect(manual).toContain(`\`${name}`);
  });
});

describe('the README', () => {
  it('shows a client that runs unchanged', async () => {
    const [, code = ''] = /```ts\n#![^\n]*\n([\s\S]*?)```/.exec(readme) ?? [];
    const server = await startFakeServer();
    onTestFinished(() => server.close());
    // With -e there is no script among the arguments; a placeholder replaces it.
    const command = [process.execPath, '--conditions=@colophon/source', '--input-type=module', '-e', code, 'newsroom-cli', 'health'];
    const { child, result } = spawnProgram(command, [], { HOME: '/nonexistent', NEWSROOM_SERVER_URL: server.url }, PACKAGE);
    child.stdin.end();
    expect(await result).toMatchObject({ code: 0, stdout: '{"status":"live","signedIn":false}\n' });
  });

  it('shows valid command lines', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    for (let index = 0; index < 42; index += 1) server.articles.add({ title: `Article ${index}` });
    const [, block = ''] = /```sh\n(newsroom-cli auth login[\s\S]*?)```/.exec(readme) ?? [];
    const lines = block.split('\n').flatMap((line) => /^newsroom-cli ([^#|]+)/.exec(line)?.[1]?.trim() ?? []);
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const words = Array.from(
        line
          .replace('@article.json', '{"title":"x"}')
          .replaceAll(' 42', ' a42')
          .matchAll(/'([^']*)'|(\S+)/g),
        ([, quoted, plain]) => quoted ?? plain ?? '',
      );
      const { code, stderr } = await cli.run(words);
      expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
    }
  });
});
