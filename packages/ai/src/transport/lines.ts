import type { BoundedReader } from './bounded-body.ts';
import { Utf8Decoder } from './utf8-decoder.ts';

/** Cuts bytes into lines, without their ends. The last line counts also when nothing ends it. */
export class LineDecoder {
  #decoder = new Utf8Decoder();
  #rest = '';

  /** Takes bytes and gives the lines they complete. */
  push(bytes: Uint8Array): string[] {
    const lines = this.#decoder.push(bytes).split('\n');
    // What is left of a line is only looked at again when the line ends, however long it grows.
    this.#rest += lines[0] ?? '';
    if (lines.length === 1) return [];
    lines[0] = this.#rest;
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => line.replace(/\r$/, ''));
  }

  /** Gives what is left when the bytes are over. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = '';
    return rest === '' ? [] : [rest];
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
