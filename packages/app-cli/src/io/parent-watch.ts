const CHECK_MILLISECONDS = 2000;

/**
 * Calls back when the process that started this one is gone. Its end normally closes our standard input; where somebody else keeps
 * that pipe open, only the change of parent tells.
 *
 * @returns stops watching
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, CHECK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
