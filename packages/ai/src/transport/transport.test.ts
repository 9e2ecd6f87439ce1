import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Deadline, raceAbort, sleep } from './deadline.ts';
import { readLines } from './lines.ts';
import { requirePublicUrl } from './public-url.ts';

describe('a deadline', () => {
  it('distinguishes a timeout from an abort; the first reason wins', async () => {
    const timed = new Deadline(5);
    await expect(sleep(1000, timed.signal)).rejects.toBeDefined();
    expect(timed.error('x')).toMatchObject({ code: 'AI_TIMEOUT' });
    const controller = new AbortController();
    const aborted = new Deadline(1000, controller.signal);
    controller.abort();
    aborted.stop('timed_out');
    expect(aborted.error('x')).toMatchObject({ code: 'AI_ABORTED', retryable: false });
    expect(new Deadline(1000, AbortSignal.abort()).stopped).toBe('aborted');
  });

  it('releases its listener and its timer', () => {
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    new Deadline(60_000, controller.signal).dispose();
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it('releases a caller whose work does not listen', async () => {
    const deadline = new Deadline(5);
    await expect(deadline.race(new Promise(() => undefined))).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(deadline.race(Promise.resolve(3))).rejects.toMatchObject({ name: 'TimeoutError' });
    const lasting = new Deadline(60_000);
    expect(await lasting.race(Promise.resolve(3))).toBe(3);
    await expect(lasting.race(Promise.reject(new Error('its own')))).rejects.toThrow('its own');
    lasting.dispose();
    const signal = AbortSignal.abort();
    await expect(raceAbort(new Promise(() => undefined), signal)).rejects.toBe(signal.reason);
    expect(await raceAbort(Promise.resolve(3), new AbortController().signal)).toBe(3);
  });
});

describe('lines', () => {
  it('are the same however the bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !/[\n\r]/.test(line))),
        fc.integer({ min: 1, max: 7 }),
        async (lines, size) => {
          const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
              controller.close();
            },
          });
          const read: string[] = [];
          for await (const line of readLines(body)) read.push(line);
          expect(read).toEqual(lines);
        },
      ),
    );
  });
});

describe('a public address', () => {
  it.each(['https://example.com/a.png', 'https://cdn.example.org:8443/x'])('is %s', (url) => {
    expect(requirePublicUrl(url, 'url').href).toBe(new URL(url).href);
  });
  it.each([
    'http://example.com/a.png',
    'https://user:pass@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://printer.local/',
    'https://intranet/',
    'ftp://example.com/',
    'data:text/plain,x',
    'not a url',
  ])('is not %s', (url) => {
    expect(() => requirePublicUrl(url, 'field')).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining('field') }),
    );
  });
  it('may also be an origin the application lists', () => {
    expect(requirePublicUrl('http://127.0.0.1:9/x', 'url', ['http://127.0.0.1:9']).port).toBe('9');
  });
});
