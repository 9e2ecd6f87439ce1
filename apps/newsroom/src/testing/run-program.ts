import { spawn } from 'node:child_process';

/** The result of a program. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script with this Node and waits for its end, without blocking the servers of this process. */
export function runProgram(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<ProgramResult> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}
