import { spawn } from 'node:child_process';

/** A program to start, and what to do with it until it is done. */
export interface Subject {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Written to standard input; the subject is done at its first output instead of its end. */
  readonly untilAnswerTo?: string;
}

/**
 * The duration of each subject in milliseconds, round by round, the subjects taking turns so that noise of the machine affects all equally.
 */
export async function measureInTurns(subjects: readonly Subject[], rounds: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const subject of subjects) {
      const took = await time(subject);
      // The first round warms caches of the file system and of compiled code.
      if (round >= 0) times.get(subject.name)?.push(took);
    }
  }
  return times;
}

function time({ command, env, untilAnswerTo }: Subject): Promise<number> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', reject);
    if (untilAnswerTo === undefined) {
      child.stdin.end();
      child.stdout.resume();
      child.once('close', (code) =>
        code === 0 ? resolve(performance.now() - started) : reject(new Error(`${command.join(' ')} ended with ${code}: ${said}`)),
      );
      return;
    }
    child.stdin.write(untilAnswerTo);
    child.stdout.once('data', () => {
      const took = performance.now() - started;
      child.once('close', () => resolve(took));
      child.stdin.end();
    });
  });
}
