import { defineConfig, mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** The project's own configuration, with one failing test instead of all tests. */
const only = process.env['COLOPHON_FIXTURE'] ?? 'failing';
const { projects: _, ...test } = config.test ?? {};
export default mergeConfig(
  { ...config, test: { ...test, include: [], globalSetup: ['./scripts/vitest/prepare-run.ts', './scripts/vitest/with-postgres.ts'] } },
  defineConfig({ test: { include: [`scripts/testing/${only}.fixture.ts`] } }),
);
