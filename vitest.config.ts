import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/vitest-longest-first.ts';

const source = '@colophon/source';
const sourceConditions = [source, 'node'];

// Packages whose tests leave nothing behind in their modules: they share processes, which spares each file the start of one
// (0.7 s of processor time). The others configure what is one for a process, or measure its memory.
const SHARING = ['ai', 'app-cli', 'client', 'contract', 'identity', 'mail', 'outbound', 'pictures', 'readers', 'tags', 'verify'];
// The tests of these packages that replace a module, or measure how long the process is busy.
const ALONE = ['content/capabilities', 'contributions/intake/decide', 'rendering/rendering', 'reviews/ai-reviewer'].map(
  (name) => `packages/content/src/${name}.test.ts`,
);
const ALL_TESTS = ['packages/*/{src,test}/**/*.test.ts', 'packages/*/{src,test}/**/*.test.tsx', 'apps/*/{src,test,desk}/**/*.test.ts'];

const testsOf = (name: string): string[] => [`packages/${name}/{src,test}/**/*.test.ts`];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions, externalConditions: [source] } },
  test: {
    projects: [
      { extends: true, test: { name: 'sharing', isolate: false, include: SHARING.flatMap(testsOf) } },
      // Content registers its tables with the vocabulary of tags, so its tests share processes with each other only.
      {
        extends: true,
        test: { name: 'content', isolate: false, include: testsOf('content'), exclude: ['**/node_modules/**', ...ALONE] },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [...ALL_TESTS, 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...['content', ...SHARING].map((name) => `packages/${name}/**`)],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
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
