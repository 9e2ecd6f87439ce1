import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** What a program left behind. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script with this Node and waits for its end, without blocking what this process serves meanwhile. */
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

/** The script behind a command that an installed package brings. */
export function scriptOf(packageName: string, command: string): string {
  const path = findPackageJSON(packageName, import.meta.url);
  if (path === undefined) throw new Error(`${packageName} is not installed.`);
  const { bin } = JSON.parse(readFileSync(path, 'utf8')) as { bin: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}.`);
  return join(dirname(path), script);
}
