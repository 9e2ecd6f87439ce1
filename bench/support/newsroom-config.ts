import type { Config } from '../../apps/newsroom/src/config/load-config.ts';

/** The settings of a Newsroom in the process of a benchmark, without background jobs and demonstration. */
export function newsroomConfig(databaseUrl: string): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:4000',
    databaseUrl,
    filesUrl: './data/files',
    secret: 'x'.repeat(32),
    trustProxy: false,
    seed: 'none',
    jobsConcurrency: 0,
    logLevel: 'warn',
  };
}
