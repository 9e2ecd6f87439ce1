import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { archivesIn } from './archives.ts';
import { CreateError } from './create-error.ts';
import { nameOfFolder, namesOf } from './names.ts';
import { type Options, readOptions, type Template, TEMPLATES, USAGE } from './options.ts';
import { requireEmpty, writeTemplate } from './write-template.ts';

/** Where it runs; tests pass their own. */
export interface CreateContext {
  readonly cwd?: string;
  readonly stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly stdout?: NodeJS.WritableStream;
  readonly stderr?: NodeJS.WritableStream;
}

type Io = Required<CreateContext>;

/** What the applications need. */
const NODE = [22, 19] as const;

/**
 * Makes an application in a folder.
 *
 * @param argv the arguments, without the program's name
 * @returns the exit code: 0 made, 1 the place does not allow it, 2 the command line is not valid, 130 interrupted
 */
export async function createColophon(argv: readonly string[], context: CreateContext = {}): Promise<number> {
  const io: Io = { cwd: process.cwd(), stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, ...context };
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop);
  let made: { readonly folder: string; readonly wasThere: boolean } | undefined;
  try {
    const asked = await complete(readOptions(argv), io, stopping.signal);
    const folder = resolve(io.cwd, asked.folder);
    requireEmpty(folder);
    const archives = archivesIn(asked.from === undefined ? undefined : resolve(io.cwd, asked.from));
    made = { folder, wasThere: existsSync(folder) };
    writeTemplate(asked.template, folder, { names: namesOf(asked.name), database: asked.database, archives });
    if (asked.install) await run('npm', ['install', '--no-audit', '--no-fund'], folder, stopping.signal);
    if (asked.git && !isInRepository(folder)) await makeRepository(folder, stopping.signal);
    io.stdout.write(`${nextSteps(asked, relative(io.cwd, folder)).join('\n')}\n`);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) {
      if (made) removeMade(made);
      io.stderr.write('\nInterrupted. What was made is removed.\n');
      return 130;
    }
    if (!(error instanceof CreateError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return error.exitCode;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

/** What is asked for, complete. */
interface Asked extends Options {
  readonly folder: string;
  readonly template: Template;
  readonly name: string;
}

/** Asks for what is missing, if somebody is there to answer. */
async function complete(options: Options, io: Io, signal: AbortSignal): Promise<Asked> {
  const isAsking = !options.yes && io.stdin.isTTY === true;
  const lines = isAsking ? createInterface({ input: io.stdin, output: io.stdout }) : undefined;
  try {
    const ask = async (question: string, fallback: string): Promise<string> =>
      ((await lines?.question(`${question} (${fallback}) `, { signal })) ?? '').trim() || fallback;
    const fallback = options.folder === undefined ? 'My App' : nameOfFolder(basename(resolve(io.cwd, options.folder)));
    const name = options.name ?? (await ask('What is the application called?', fallback));
    const { slug } = namesOf(name);
    const template = options.template ?? (await ask(`Which template: ${Object.keys(TEMPLATES).join(' or ')}?`, 'blank'));
    if (!Object.hasOwn(TEMPLATES, template))
      throw new CreateError(`There is no template ${template}. There are: ${Object.keys(TEMPLATES).join(', ')}.`, 2);
    return { ...options, name, template: template as Template, folder: options.folder ?? slug };
  } finally {
    lines?.close();
  }
}

function isInRepository(folder: string): boolean {
  for (let each = folder; ; each = dirname(each)) {
    if (existsSync(join(each, '.git'))) return true;
    if (each === dirname(each)) return false;
  }
}

async function makeRepository(folder: string, signal: AbortSignal): Promise<void> {
  const identity = ['-c', 'user.name=create-colophon', '-c', 'user.email=create-colophon@localhost'];
  await run('git', ['init', '--quiet'], folder, signal);
  await run('git', ['add', '--all'], folder, signal);
  await run('git', [...identity, 'commit', '--quiet', '--message', 'Begin'], folder, signal);
}

/** @throws CreateError if the program is missing or fails */
function run(program: string, args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, signal, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
    child.once('error', (error) => reject(new CreateError(`${program} could not be run: ${error.message}`, 1)));
    child.once('exit', (code) => {
      if (code === 0) done();
      else reject(new CreateError(`${program} ${args.join(' ')} ended with ${code}. The files are in ${cwd}.`, 1));
    });
  });
}

/** Removes a folder that was made; of one that was there and empty, what is in it. */
function removeMade({ folder, wasThere }: { readonly folder: string; readonly wasThere: boolean }): void {
  if (!wasThere) rmSync(folder, { recursive: true, force: true });
  else for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function nextSteps({ name, install }: Asked, folder: string): string[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1]);
  return [
    `\n${name} is in ${folder === '' ? 'this folder' : folder}.`,
    ...(isOld ? [`It needs Node ${NODE.join('.')} or newer; this is ${process.versions.node}.`] : []),
    '',
    ...(folder === '' ? [] : [`  cd ${folder}`]),
    ...(install ? [] : ['  npm install']),
    '  npm test',
    '  npm run dev',
  ];
}
