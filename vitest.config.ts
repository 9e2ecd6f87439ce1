import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/vitest-longest-first.ts';

const source = '@colophon/source';
const sourceConditions = [source, 'node'];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions, externalConditions: [source] } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'packages/*/{src,test}/**/*.test.tsx',
      'apps/*/{src,test,desk}/**/*.test.ts',
      'examples/**/*.test.ts',
      'scripts/**/*.test.ts',
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
