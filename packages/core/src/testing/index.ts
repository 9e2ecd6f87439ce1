export { describeOnEveryDatabase } from './every-database.ts';
export type { DatabaseOpener } from './every-database.ts';
export { TestPorts } from './test-ports.ts';
export { startPostgres } from './postgres.ts';
export type { RunningPostgres } from './postgres.ts';
export { measureTurns } from './measure-turns.ts';
export { expectComplete } from './expect-complete.ts';
export { startS3Server } from '../files/testing/s3-server.ts';
export type { S3Server } from '../files/testing/s3-server.ts';
