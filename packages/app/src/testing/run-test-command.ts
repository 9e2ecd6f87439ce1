import { Writable } from 'node:stream';
import type { RunnableApplication } from '../application/define-application.ts';
import type { Config } from '../settings/config.ts';

/** The result of a command. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of an application in this process, with only these settings. */
export async function runTestCommand<C extends Config>(
  application: RunnableApplication<C>,
  settings: NodeJS.ProcessEnv,
  argv: readonly string[],
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString();
        done();
      },
    });
  const stderr = into('stderr');
  const loadConfig = (): C => application.loadConfig(settings, (line) => stderr.write(`${line}\n`));
  const status = await application.run(argv, { stdout: into('stdout'), stderr, loadConfig });
  return { status, ...written };
}
