import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { argv, execArgv, execPath } from 'node:process';
import { type Database, repeat } from '@colophon/core';
import type { Config } from '../settings/config.ts';
import { isDrillDue } from './drill-time.ts';
import { isBackupDue } from './run-backup.ts';

export interface BackupsOptions {
  /** Milliseconds between two looks at what is due; default a minute. */
  readonly every?: number;
  /** Runs a command of the application; default: in a process of its own. */
  readonly run?: (args: readonly string[]) => Promise<void>;
  /** Called with errors; the next round runs anyway. */
  readonly onError: (error: unknown) => void;
}

const LOOK_EVERY_MS = 60_000;
/** The last lines that a failed command wrote say why. */
const SAID = 2000;

/**
 * Makes the backups of the settings, and tries one each week, until stopped. Each runs as a command in a process of low priority, so that
 * neither its memory nor its work touches requests. Any number of servers may do so: the command itself makes only what is due.
 *
 * @returns a function that stops it, and ends what is running: the next backup goes on there
 */
export function startBackups(
  { slug }: { readonly slug: string },
  config: Config,
  database: Database,
  { every = LOOK_EVERY_MS, run, onError }: BackupsOptions,
): () => Promise<void> {
  const { to, drill, recipients = [] } = config.backup ?? {};
  if (to === undefined) return () => Promise.resolve();
  const running = new Set<ChildProcess>();
  const command = run ?? ((args) => runApart(slug, args, running));
  const stop = repeat({
    every,
    async round() {
      if (await isBackupDue(config, database)) await command(['backup', '--if-due']);
      // Only another machine has the identity that opens an encrypted one.
      if (recipients.length === 0 && (await isDrillDue(database, drill, new Date()))) await command(['backup', 'drill', '--if-due']);
    },
    onError,
  });
  return async () => {
    for (const child of running) child.kill();
    await stop();
  };
}

function runApart(slug: string, args: readonly string[], running: Set<ChildProcess>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(execPath, [...execArgv, argv[1] ?? '', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    running.add(child);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-SAID)));
    child.once('spawn', () => {
      // Where it is not allowed to change it, it runs like any other.
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
      } catch {}
    });
    const end = (error?: Error): void => {
      running.delete(child);
      if (error) reject(error);
      else resolve();
    };
    child.once('error', end);
    child.once('exit', (code, signal) => {
      // Missing files were recorded.
      const isDone = code === 0 || code === 4 || signal === 'SIGTERM';
      end(isDone ? undefined : new Error(`${slug} ${args.join(' ')} ended with ${code ?? signal}: ${said.trim()}`));
    });
  });
}
