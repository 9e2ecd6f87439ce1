import { systemErrorReason } from './error-code.ts';

/**
 * Reports what keeps a stream from being written, such as a full disk behind `> file`, in one line and with exit code 1. A reader that closes
 * the pipe, as `| head` does, is not an error.
 */
export function reportOutputErrors<Stream extends NodeJS.WritableStream>(stream: Stream, report: (message: string) => void): Stream {
  if (stream.listenerCount('error') === 0) stream.on('error', (error: NodeJS.ErrnoException) => explain(error, report));
  return stream;
}

function explain(error: NodeJS.ErrnoException, report: (message: string) => void): void {
  if (error.code === 'EPIPE') return;
  const reason = systemErrorReason(error);
  if (reason === undefined) throw error;
  // Also if the command succeeds otherwise: its result is lost.
  process.once('exit', () => (process.exitCode ||= 1));
  report(`The output cannot be written: ${reason}`);
}
