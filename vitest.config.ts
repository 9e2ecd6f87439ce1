import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/vitest-longest-first.ts';

const source = '@colophon/source';
const sourceConditions = [source, 'node'];

// Packages whose tests leave nothing behind in their modules share processes with each other. The tests of each of the others share
// processes among themselves: content registers its tables with the vocabulary of tags, for example. A process of its own costs each file
// one to three seconds of processor time.
const TOGETHER = ['ai', 'app-cli', 'client', 'contract', 'identity', 'mail', 'outbound', 'pictures', 'readers', 'tags', 'verify'];
// Tests that replace a module, need a process in which nothing was opened yet, or measure how long the process is busy.
const ALONE = [
  ...['content/capabilities', 'contributions/intake/decide', 'rendering/rendering', 'reviews/ai-reviewer'].map(
    (name) => `content/src/${name}`,
  ),
  ...['objects/default-database', 'storage/sqlite/reader-thread', 'workers/worker-pool'].map((name) => `core/src/${name}`),
].map((name) => `packages/${name}.test.ts`);

const sharing = (name: string, include: readonly string[]) => ({
  extends: true as const,
  test: { name, isolate: false, include: [...include], exclude: ['**/node_modules/**', ...ALONE] },
});
const testsOf = (name: string): string[] => [`packages/${name}/{src,test}/**/*.test.{ts,tsx}`];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions, externalConditions: [source] } },
  test: {
    projects: [
      sharing('sharing', TOGETHER.flatMap(testsOf)),
      sharing('content', testsOf('content')),
      sharing('core', testsOf('core')),
      sharing('ui', testsOf('ui')),
      sharing('newsroom', ['apps/newsroom/{src,desk}/**/*.test.ts']),
      { extends: true, test: { name: 'alone', include: [...ALONE, 'examples/**/*.test.ts', 'scripts/**/*.test.ts'] } },
    ],
    pool: 'forks',
    // One more than the cores of a small machine: many tests wait for processes, leases and browsers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    execArgv: ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'],
    globalSetup: ['./scripts/vitest-global-setup.ts'],
    reporters: ['default', './scripts/vitest-totals-reporter.ts'],
  },
});
