import type { ChildProcess } from 'node:child_process';

/** How long a stopped program may take to exit by itself. */
const GRACE_MS = 2000;

/** A running program. */
export interface RunningProgram {
  readonly output: ReadableStream<Uint8Array>;
  /** Resolves with the exit code; rejects if the program could not be started. */
  readonly exit: Promise<number | null>;
  /** The beginning of its standard error output. */
  errors(): string;
  kill(): void;
}

/**
 * Starts a program with the prompt on its standard input, where other users of the machine cannot see it. The working directory is the
 * system's temporary one, and the program gets its own process group, so that its child processes end with it. Aborting the signal ends it.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  input: string,
  environment: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<RunningProgram> {
  const [{ spawn }, { Readable }, { tmpdir }] = await Promise.all([import('node:child_process'), import('node:stream'), import('node:os')]);
  signal?.throwIfAborted();
  const child = spawn(program, args, {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...childEnvironment(), ...environment },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    if (errors.length < 2000) errors += chunk;
  });
  const kill = (): void => end(child);
  signal?.addEventListener('abort', kill, { once: true });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => signal?.removeEventListener('abort', kill));
  exit.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return { output: Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>, exit, errors: () => errors, kill };
}

function end(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const group = -child.pid;
  const tell = (name: NodeJS.Signals): void => {
    try {
      process.kill(group, name);
    } catch {
      // Already exited.
    }
  };
  tell('SIGTERM');
  const timer = setTimeout(() => tell('SIGKILL'), GRACE_MS);
  child.once('close', () => clearTimeout(timer));
}

/** The subscription pays, so an API key that happens to be set must not be billed. */
function childEnvironment(): Record<string, string> {
  const ownEntries = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(?:ANTHROPIC_API_KEY|ANTHROPIC_AUTH_TOKEN)$/.test(name),
  );
  return Object.fromEntries(ownEntries) as Record<string, string>;
}
