/** Lets a reader of our output go when it has read enough (`newsroom migrate plan | head`), as other commands do: without a word. */
export function quietPipes(streams: readonly NodeJS.EventEmitter[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
