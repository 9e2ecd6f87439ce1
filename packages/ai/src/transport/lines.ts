import type { BoundedReader } from './bounded-body.ts';
import { Utf8Decoder } from './utf8-decoder.ts';

/** Splits bytes into lines, without their line ends. The last line counts even if nothing ends it. */
export class LineDecoder {
  #decoder = new Utf8Decoder();
  #rest = '';

  /** Adds bytes and returns the lines they complete. */
  push(bytes: Uint8Array): string[] {
    const lines = this.#decoder.push(bytes).split('\n');
    // The rest of a line is only read again when the line ends, however long it grows.
    this.#rest += lines[0] ?? '';
    if (lines.length === 1) return [];
    lines[0] = this.#rest;
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => line.replace(/\r$/, ''));
  }

  /** Returns the remaining line at the end of the bytes. */
  end(): string[] {
    const lastLine = this.#rest + this.#decoder.end();
    this.#rest = '';
    return lastLine === '' ? [] : [lastLine];
  }
}

/** Reads bytes line by line. Leaving the loop early cancels the reader. */
export async function* readLines(body: { getReader(): BoundedReader }): AsyncGenerator<string> {
  const reader = body.getReader();
  const lines = new LineDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield* done || value === undefined ? lines.end() : lines.push(value);
      if (done) return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
