import { spawnSync } from 'node:child_process';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

/** Milliseconds after which a single test hangs: less than usual, since it does so with many a mutant. */
const TEST_TIMEOUT = 15_000;
/** A worker that is killed may have left another one behind that starts meanwhile. */
const AGAIN_AFTER = 2000;

/** Runs the same tests of a folder again and again, after changes of single files: only those are read and compiled anew. */
export class TestRunner {
  readonly #vitest: Vitest;
  readonly #specifications: TestSpecification[];

  private constructor(vitest: Vitest, specifications: TestSpecification[]) {
    this.#vitest = vitest;
    this.#specifications = specifications;
  }

  /** @throws Error if there are no such tests */
  static async start(folder: string, tests: readonly string[]): Promise<TestRunner> {
    const options = { root: folder, watch: false, bail: 1, retry: 0, maxWorkers: 1, testTimeout: TEST_TIMEOUT, reporters: [{}] };
    const vitest = await createVitest('test', options);
    const specifications = await vitest.globTestSpecifications([...tests]);
    if (specifications.length === 0) throw new Error(`There are no tests ${tests.join(', ')}.`);
    return new TestRunner(vitest, specifications);
  }

  /** Runs the tests until the first fails, each once: whether all pass, within a time in milliseconds. */
  async passes(changed: string | undefined, limit: number): Promise<boolean> {
    if (changed !== undefined) this.#vitest.invalidateFile(changed);
    let isLate = false;
    // A worker in an endless loop hears nothing.
    const end = (): void => {
      isLate = true;
      for (const pid of workersOf(process.pid)) process.kill(pid, 'SIGKILL');
      timer = setTimeout(end, AGAIN_AFTER);
    };
    let timer = Number.isFinite(limit) ? setTimeout(end, limit) : undefined;
    try {
      const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(this.#specifications);
      return !isLate && unhandledErrors.length === 0 && testModules.every((module) => module.ok());
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}

/** The processes that vitest has started for its tests. */
function workersOf(parent: number): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-f', 'vitest'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
