/**
 * Splits a byte stream into lines, without their ends. The last line counts also when nothing ends it.
 * Leaving the loop early cancels the stream.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      let end = rest.indexOf('\n');
      while (end !== -1) {
        yield rest.slice(0, end).replace(/\r$/, '');
        rest = rest.slice(end + 1);
        end = rest.indexOf('\n');
      }
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
