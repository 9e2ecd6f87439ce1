import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type RecordedBytes, verifiedBytes } from './verified-bytes.ts';

const recordOf = (text: string): RecordedBytes => ({
  key: 'key',
  size: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});
const chunks = (...texts: readonly string[]): Readable => Readable.from(texts.map((each) => Buffer.from(each)));

it('passes a whole file on as it is, an empty one too', async () => {
  expect(String(await buffer(verifiedBytes(chunks('one', 'two', 'three'), recordOf('onetwothree'))))).toBe('onetwothree');
  expect(await buffer(verifiedBytes(chunks(), recordOf('')))).toHaveLength(0);
});

it.each([
  ['other bytes', ['one', 'twO'], 'onetwo'],
  ['fewer bytes', ['one'], 'onetwo'],
  ['more bytes', ['one', 'two'], 'one'],
])('withholds the last chunk of %s', async (_what, stored, recorded) => {
  const passed: Buffer[] = [];
  const reading = (async () => {
    for await (const chunk of verifiedBytes(chunks(...stored), recordOf(recorded))) passed.push(chunk as Buffer);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'file_damaged', status: 503 });
  expect(passed.map(String)).toEqual(stored.slice(0, -1));
});

it('closes the file if its reader leaves, even before the first byte', async () => {
  const stored = new Readable({ read: () => undefined });
  const sent = verifiedBytes(stored, recordOf('one'));
  const left = once(sent, 'close');
  sent.destroy();
  await left;
  expect(stored.destroyed).toBe(true);
});

it('ends with the error of a file that cannot be read to the end', async () => {
  const stored = new Readable({ read: () => undefined });
  const sent = verifiedBytes(stored, recordOf('one'));
  stored.destroy(new Error('The disk failed.'));
  await expect(buffer(sent)).rejects.toThrow('The disk failed.');
});
