export { testApplication } from './test-application.ts';
export type { TestApplication, TestOptions } from './test-application.ts';
export type { CommandResult } from './run-test-command.ts';
export type { TestAnswer, TestCaller } from './test-caller.ts';
export type { TestClock } from './test-clock.ts';
