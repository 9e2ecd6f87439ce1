import { Writable } from 'node:stream';
import { loadConfig } from '../config/load-config.ts';
import { main } from '../main.ts';
import { SIGNING_KEY } from './signing-key.ts';

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with only these settings. */
export async function runCommand(args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString();
        done();
      },
    });
  const stderr = into('stderr');
  const environment = { NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SIGNING_KEY: SIGNING_KEY, ...settings };
  const status = await main(args, {
    stdout: into('stdout'),
    stderr,
    loadConfig: () => loadConfig(environment, (line) => stderr.write(`${line}\n`)),
  });
  return { status, ...written };
}
