import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server in a separate process, so that the load does not share its event loop. */
export interface ChildServer {
  readonly url: string;
  /** Milliseconds from the start of the process to the line that reports listening. */
  readonly startedIn: number;
  /** Resident memory in MB now. */
  memory(): number;
  /** Open files, sockets among them, and threads now. */
  handles(): { readonly files: number; readonly threads: number };
  /** CPU time of all its threads so far, in milliseconds. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** The Node flags in the first line of Newsroom's executable. */
export const NEWSROOM_FLAGS = ['--max-semi-space-size=8'];

/**
 * Starts a script that prints `listening <url>` once it serves, or Newsroom's own message.
 *
 * @param flags for Node
 * @param env settings in addition to those of this process
 * @param onLine receives its output
 */
export async function startChild(
  script: string,
  args: readonly string[] = [],
  {
    flags = [],
    env = {},
    onLine = () => undefined,
  }: { flags?: readonly string[]; env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<ChildServer> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', ...flags, script, ...args],
    {
      // Like the executables: compiled code is cached, for the compared servers too.
      env: { ...process.env, ...env, NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/bench') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await listening(child, onLine);
  const startedIn = performance.now() - began;
  return {
    url,
    startedIn,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    handles: () => ({ files: readdirSync(`/proc/${child.pid}/fd`).length, threads: readdirSync(`/proc/${child.pid}/task`).length }),
    processorTime: () =>
      readdirSync(`/proc/${child.pid}/task`)
        .map((thread) => Number(readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
        .reduce((total, time) => total + time, 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function listening(child: ChildProcess, onLine: (line: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    if (!child.stdout) return reject(new Error('The server has no output.'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line);
      const port = /^Newsroom is at .*\(port (\d+)/.exec(line)?.[1];
      const url = port === undefined ? /^listening (\S+)$/.exec(line)?.[1] : `http://127.0.0.1:${port}`;
      if (url !== undefined) resolve(url);
    });
  });
}
