import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import type { FileScanner, ScanFinding } from '@colophon/content';

/** Longer answers are not of clamd. */
const LONGEST_ANSWER = 4096;

/**
 * A scanner that sends files to clamd, the daemon of ClamAV, over TCP (its command `INSTREAM`).
 *
 * @param url `clamd://host:port`
 */
export function clamdScanner(url: string): FileScanner {
  const { hostname, port } = new URL(url);
  return async ({ path }, signal) => readAnswer(await ask({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }, path, signal));
}

/** Sends a file in chunks, each after its length, and reads the answer. */
function ask(place: { host: string; port: number }, path: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(place);
    let answer = '';
    signal.addEventListener('abort', () => socket.destroy(signal.reason as Error), { once: true });
    socket.setEncoding('utf8');
    socket.once('error', reject);
    // It answers before the end if a file is larger than it accepts.
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.length > LONGEST_ANSWER) socket.destroy(new Error('The answer of clamd is too long.'));
    });
    socket.once('close', () => resolve(answer));
    socket.once('connect', () => {
      send(path, (bytes) => new Promise((done, failed) => socket.write(bytes, (error) => (error ? failed(error) : done())))).catch(
        // clamd would wait for the rest.
        (error: unknown) => socket.destroy(error as Error),
      );
    });
  });
}

async function send(path: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  await write(Buffer.from('zINSTREAM\0'));
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    await write(lengthOf(chunk.byteLength));
    await write(chunk);
  }
  await write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Everything but these two answers is an error: the file was not examined. */
function readAnswer(answer: string): ScanFinding | null {
  const text = answer.replace(/\0.*$/s, '').trim();
  if (text === 'stream: OK') return null;
  const name = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (name !== undefined) return { name };
  throw new Error(`clamd answered ${JSON.stringify(text.slice(0, 200))}.`);
}
