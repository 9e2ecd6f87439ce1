import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { AppCliOptions } from '../app/app-definition.ts';
import { createAppCli } from '../cli/create-app-cli.ts';
import { InterruptedError } from '../errors/errors.ts';
import { createNodeTransport } from '../http/node-transport.ts';
import type { Clock, Io } from '../io/io.ts';

/** The outcome of a run. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a run. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Text on standard input. */
  readonly stdin?: string | Buffer;
  /** Whether all three streams are terminals. */
  readonly tty?: boolean;
  /** Answers to questions, in order. */
  readonly answers?: readonly string[];
  readonly columns?: number;
  /** Called at each wait of the client with its duration; may interrupt it. */
  readonly onSleep?: (milliseconds: number, interrupt: () => void) => void;
  readonly io?: Partial<Io>;
}

/** A CLI in this process, with a separate home folder, no terminal by default, and a clock that never waits. */
export class TestCli {
  readonly home: string;
  readonly opened: string[] = [];
  readonly questions: string[] = [];
  readonly #options: AppCliOptions;

  private constructor(home: string, options: AppCliOptions) {
    this.home = home;
    this.#options = options;
  }

  static async create(options: Partial<AppCliOptions> = {}): Promise<TestCli> {
    return new TestCli(await mkdtemp(join(tmpdir(), 'app-cli-')), { name: 'Newsroom', ...options });
  }

  get configFile(): string {
    return join(this.home, '.config', 'newsroom', 'config.json');
  }

  async config(): Promise<Record<string, unknown>> {
    return JSON.parse(await readFile(this.configFile, 'utf8')) as Record<string, unknown>;
  }

  async run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const stdout = new Capture(options);
    const stderr = new Capture(options);
    const code = await createAppCli(this.#options, this.#io(options, stdout, stderr)).run(argv);
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  /** Runs several command lines with one `createAppCli`, like a host that embeds the CLI. */
  async runAll(lines: readonly (readonly string[])[], options: RunOptions = {}): Promise<RunResult> {
    const stdout = new Capture(options);
    const stderr = new Capture(options);
    const app = createAppCli(this.#options, this.#io(options, stdout, stderr));
    let code = 0;
    for (const argv of lines) code = await app.run(argv);
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }

  #io(options: RunOptions, stdout: Capture, stderr: Capture): Partial<Io> {
    const env = { DISPLAY: ':0', ...options.env };
    let interrupt = (): void => undefined;
    const answers = [...(options.answers ?? [])];
    const stdin = Object.assign(
      Readable.from(options.stdin === undefined ? [] : [typeof options.stdin === 'string' ? Buffer.from(options.stdin) : options.stdin]),
      {
        isTTY: options.tty === true && options.stdin === undefined,
      },
    );
    return {
      stdin,
      stdout,
      stderr,
      writeNow: (text) => stdout.write(text),
      env,
      platform: 'linux',
      homeDirectory: this.home,
      hostName: 'desk',
      program: { name: 'newsroom-cli', command: ['/usr/bin/node', '/opt/newsroom-cli.js'] },
      transport: createNodeTransport(env),
      clock: fakeClock((milliseconds) => options.onSleep?.(milliseconds, () => interrupt())),
      openBrowser: (url) => {
        this.opened.push(url.href);
        return Promise.resolve(true);
      },
      ask: (question, signal) => {
        this.questions.push(question);
        const answer = answers.shift();
        if (answer !== undefined) return Promise.resolve(answer);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new InterruptedError()));
        });
      },
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => undefined;
      },
      setExitCode: () => undefined,
      ...options.io,
    };
  }
}

/** A clock that waits by advancing its time immediately. */
function fakeClock(onSleep: (milliseconds: number) => void = () => undefined): Clock {
  let passed = 0;
  return {
    now: () => Date.now() + passed,
    monotonic: () => passed,
    sleep: async (milliseconds, signal) => {
      passed += milliseconds;
      onSleep(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw new InterruptedError();
    },
  };
}

class Capture extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number;

  constructor({ tty, columns }: RunOptions) {
    super();
    this.isTTY = tty === true;
    this.columns = columns ?? 100;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
