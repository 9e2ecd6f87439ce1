import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/', import.meta.url));

/** One of the two executables of this package, run from source. */
export type Executable = 'colophon-app' | 'colophon-mcp-bridge';

export interface SpawnedResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnedCli {
  readonly child: ChildProcessWithoutNullStreams;
  readonly result: Promise<SpawnedResult>;
  /** Waits until standard error contains that text. */
  untilSaid(text: string): Promise<void>;
}

/** The path of an executable's script. */
export function executablePath(executable: Executable): string {
  return `${BIN}${executable}.js`;
}

/** Starts a process of an executable, with the given environment. */
export function spawnCli(
  executable: Executable,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  node = process.execPath,
): SpawnedCli {
  return spawnProgram([node, executablePath(executable)], argv, env);
}

/** Starts a program and collects its output. */
export function spawnProgram(
  command: readonly string[],
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): SpawnedCli {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, ...argv], { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: 'pipe', cwd });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  child.stdin.on('error', () => undefined);
  const result = new Promise<SpawnedResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const untilSaid = async (text: string): Promise<void> => {
    for (let waited = 0; !stderr.includes(text); waited += 20) {
      if (waited > 15_000 || child.exitCode !== null) throw new Error(`It never printed ${JSON.stringify(text)}, but: ${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, result, untilSaid };
}
