import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/vitest/longest-first.ts';

const source = '@colophon/source';
const sourceConditions = [source, 'node'];

// The tests of content, core and ui share processes among themselves: content registers its tables with the vocabulary of tags, for example.
// Packages whose tests leave nothing behind in their modules share processes with each other. A process of its own costs each file one to
// three seconds of processor time.
const APART = ['content', 'core', 'ui'];
/** Packages without a database, whose tests need not wait for a server. */
const WITHOUT_DATABASE = ['ai', 'app-cli', 'base', 'client', 'contract', 'create-colophon', 'draft', 'outbound', 'pictures', 'verify'];
const OTHERS = readdirSync(new URL('packages', import.meta.url)).filter((name) => ![...APART, ...WITHOUT_DATABASE].includes(name));
const RUN = './scripts/vitest/prepare-run.ts';
const POSTGRES = './scripts/vitest/with-postgres.ts';
const CHROMIUM = './scripts/vitest/with-chromium.ts';
// Tests that replace a module, need a process in which nothing was opened yet, or measure how long the process is busy.
const ALONE = [
  ...['content/capabilities', 'contributions/intake/decide', 'rendering/rendering', 'reviews/ai-reviewer'].map(
    (name) => `content/src/${name}`,
  ),
  ...['objects/default-database', 'storage/sqlite/reader-thread', 'workers/worker-pool'].map((name) => `core/src/${name}`),
].map((name) => `packages/${name}.test.ts`);

const sharing = (name: string, include: readonly string[], globalSetup: readonly string[]) => ({
  extends: true as const,
  test: { name, isolate: false, include: [...include], exclude: ['**/node_modules/**', ...ALONE], globalSetup: [...globalSetup] },
});
const testsOf = (name: string): string[] => [`packages/${name}/{src,bin,test}/**/*.test.{ts,tsx}`];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions, externalConditions: [source] } },
  test: {
    projects: [
      sharing('without-database', WITHOUT_DATABASE.flatMap(testsOf), [RUN]),
      sharing('packages', OTHERS.flatMap(testsOf), [RUN, POSTGRES]),
      sharing('content', testsOf('content'), [RUN, POSTGRES]),
      sharing('core', testsOf('core'), [RUN, POSTGRES]),
      sharing('ui', testsOf('ui'), [RUN, CHROMIUM]),
      sharing('newsroom', ['apps/newsroom/{src,desk,check}/**/*.test.ts'], [RUN, POSTGRES, CHROMIUM]),
      {
        extends: true,
        test: {
          name: 'alone',
          include: [...ALONE, 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: [RUN, POSTGRES, CHROMIUM],
        },
      },
    ],
    pool: 'forks',
    // One more than the cores of a small machine: many tests wait for processes, leases and browsers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A test that passes only at a later attempt is named at the end of the run.
    retry: 2,
    execArgv: ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'],
    reporters: ['default', './scripts/vitest/totals-reporter.ts'],
  },
});
