import type { PassThrough } from 'node:stream';
import { DotUnstuffer } from './dot-unstuffer.ts';

/** The used part of the library's stream: it reads commands, and mails once `_dataMode` is set. */
interface DataStream {
  readonly isClosed: boolean;
  _dataStream: PassThrough | null;
  _countDataBytes(length: number): void;
  _feedDataStream(chunk: Buffer, done: (error?: Error | null) => void): void;
  _endDataMode(chunk: Buffer | false, rest: Buffer, done: (error?: Error | null) => void): void;
}

/**
 * Makes a connection receive mails chunk by chunk. The library emits a chunk for each line that begins with a dot, and waits for
 * the event loop after each: a mail of dots would take minutes, and a hundred times its size in memory.
 */
export function takeDataLinearly(parser: unknown): void {
  const stream = parser as DataStream;
  if (typeof stream._feedDataStream !== 'function' || typeof stream._endDataMode !== 'function')
    throw new TypeError('This version of smtp-server receives mails in an unsupported way.');
  let current: { of: PassThrough; unstuffer: DotUnstuffer } | undefined;
  stream._feedDataStream = (chunk, done) => {
    const into = stream._dataStream;
    if (!into) return done();
    if (current?.of !== into) current = { of: into, unstuffer: new DotUnstuffer() };
    const { bytes, rest } = current.unstuffer.feed(chunk);
    stream._countDataBytes(bytes.length);
    if (rest) return stream._endDataMode(bytes, rest, done);
    if (bytes.length === 0 || !into.writable || into.write(bytes) || into.destroyed) return done();
    const goOn = (): void => {
      into.off('drain', goOn);
      into.off('close', goOn);
      done();
    };
    into.once('drain', goOn);
    into.once('close', goOn);
  };
}
