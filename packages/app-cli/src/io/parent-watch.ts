const CHECK_MILLISECONDS = 2000;

/**
 * Calls `onGone` when the parent process has ended. That normally closes our standard input; if another process keeps the pipe
 * open, only the changed parent id shows it.
 *
 * @returns a function that stops watching
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, CHECK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
