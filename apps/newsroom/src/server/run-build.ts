import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Builds what browsers load, in a separate process: the bundler is not part of the program, and is needed from source only.
 *
 * @param script in the project
 * @param target the file or folder that it makes
 * @throws Error with what the process printed
 */
export async function runBuild(root: string, script: string, target: string): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=@colophon/source', join(root, script), target], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail));
  if (code !== 0) throw new Error(`${script} failed: ${output.slice(-2000)}`);
}
