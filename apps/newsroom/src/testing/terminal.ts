import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { NewsroomProcess } from './newsroom-process.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

const CLI = resolve(import.meta.dirname, '../../bin/newsroom-cli.js');
const FLAGS = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];

/** A login that waits for approval. */
export interface WaitingLogin {
  /** The code as the terminal shows it. */
  readonly code: string;
  /** The address to open, with the code in it. */
  readonly url: string;
  /** The end of the command. */
  readonly ended: Promise<ProgramResult>;
}

/** A user's terminal: the client as a process, with its own configuration. */
export class Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** The file of the client's logins. */
  readonly configFile: string;

  constructor(newsroom: NewsroomProcess, name = 'desk') {
    const home = join(newsroom.directory, name);
    this.configFile = join(home, 'config/newsroom/config.json');
    this.environment = {
      ...process.env,
      NEWSROOM_SERVER_URL: newsroom.url,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
    };
  }

  run(...args: readonly string[]): Promise<ProgramResult> {
    return runProgram([...FLAGS, CLI, ...args], this.environment);
  }

  /** Runs a command that must succeed and parses the JSON that it prints. */
  async json<Value>(...args: readonly string[]): Promise<Value> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Value;
  }

  /** Starts to sign in and waits for the code. */
  async login(): Promise<WaitingLogin> {
    const child = spawn(process.execPath, [...FLAGS, CLI, 'auth', 'login', '--no-open'], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<ProgramResult>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
    const shown = (): string => stdout + stderr;
    const code = await printed(child, shown, /\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/);
    const url = await printed(child, shown, /http:\/\/\S+\?code=\S+/);
    return { code, url, ended };
  }
}

function printed(child: ChildProcess, shown: () => string, pattern: RegExp): Promise<string> {
  return new Promise((done, reject) => {
    const look = (): void => {
      const found = pattern.exec(shown())?.[0];
      if (found !== undefined) done(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', (code) => reject(new Error(`The command ended with ${code}: ${shown()}`)));
    look();
  });
}
