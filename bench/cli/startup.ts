import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installBuiltPackage } from '../../packages/app-cli/src/testing/installed-package.ts';
import { startChild } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';
import { measureInTurns, type Subject } from './processes.support.ts';

/*
 * How long whole processes of the built CLI take against a running Newsroom, its real catalog included, beside `node -e 0` in the same
 * run: `colophon-app` as it is published, and `newsroom-cli` of a clone (run `npm run build -- newsroom` first, or it runs from source) and
 * as it is packed.
 *
 *   npm run bench -- cli [--node <path>] [--rounds <n>]
 */

const { values } = parseArgs({ allowPositionals: true, options: { node: { type: 'string' }, rounds: { type: 'string', default: '21' } } });
const node = values.node ?? process.execPath;

const installed = await installBuiltPackage();
let token = '';
const server = await startChild(
  join(import.meta.dirname, '../rest/servers/newsroom.ts'),
  [join(installed.folder, 'newsroom.sqlite'), '100'],
  {
    onLine: (line) => {
      token = /^token (\S+)$/.exec(line)?.[1] ?? token;
    },
  },
);
const catalog = await fetch(`${server.url}/api/_resources`, { headers: { authorization: `Bearer ${token}` } });
const catalogBytes = (await catalog.text()).length;
const env = {
  HOME: join(installed.folder, 'home'),
  COLOPHON_APP_NAME: 'Newsroom',
  NEWSROOM_SERVER_URL: server.url,
  NEWSROOM_TOKEN: token,
};
const cli = (name: string, ...words: string[]): Subject => ({ name, command: [node, installed.bin('colophon-app'), ...words], env });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

const clone = join(import.meta.dirname, '../../apps/newsroom');
const packed = join(installed.folder, 'node_modules/@colophon/newsroom');
for (const part of ['package.json', 'bin', 'dist'])
  await cp(join(clone, part), join(packed, part), { recursive: true, filter: (path) => !path.endsWith('.map') && !path.endsWith('/desk') });
const newsroom = (name: string, folder: string, ...words: string[]): Subject => ({
  name,
  // As its first line says.
  command: [node, '--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', join(folder, 'bin/newsroom-cli.js'), ...words],
  env,
});
const LIST = ['articles', 'list', '--limit', '5'];
const COMPLETE = ['__complete', 'bash', '--', 'articles', 'create', '--'];

const subjects: readonly Subject[] = [
  { name: 'node -e 0', command: [node, '-e', '0'] },
  cli('--version', '--version'),
  cli('discovered command, warm catalog', ...LIST),
  cli('completion', ...COMPLETE),
  {
    name: 'bridge ready',
    command: [node, installed.bin('colophon-mcp-bridge'), '--env-prefix=NEWSROOM'],
    env,
    untilAnswerTo: `${JSON.stringify(initialize)}\n`,
  },
  newsroom('newsroom-cli of a clone: --version', clone, '--version'),
  newsroom('newsroom-cli of a clone: discovered command', clone, ...LIST),
  newsroom('newsroom-cli of a clone: completion', clone, ...COMPLETE),
  newsroom('newsroom-cli as packed: --version', packed, '--version'),
  newsroom('newsroom-cli as packed: discovered command', packed, ...LIST),
  newsroom('newsroom-cli as packed: completion', packed, ...COMPLETE),
];
/** By the end of the name. */
const bars: readonly (readonly [string, number])[] = [
  ['--version', 1.5],
  ['discovered command', 2.5],
  ['discovered command, warm catalog', 2.5],
  ['completion', 1.5],
  ['bridge ready', 4],
];

const times = await measureInTurns(subjects, Number(values.rounds));
await server.stop();
await rm(installed.folder, { recursive: true, force: true });

const floor = median(times.get('node -e 0') ?? []);
console.log(
  `${node === process.execPath ? `Node ${process.versions.node}` : node}, ${values.rounds} rounds, medians; a catalog of ${Math.round(catalogBytes / 1024)} KB`,
);
printTable(
  ['what', 'ms', '× node -e 0', 'bar'],
  subjects.map(({ name }) => {
    const took = median(times.get(name) ?? []);
    return [name, took.toFixed(1), took / floor, bars.find(([end]) => name.endsWith(end))?.[1] ?? '-'];
  }),
);
