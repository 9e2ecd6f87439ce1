import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { FileSign } from '../record/intake-package.ts';

/** Reads bytes of the file; fewer at its end. */
type Read = (start: number, length: number) => Promise<Buffer>;

/** Names for active content of a PDF, on opening or clicking, or for embedded files (ISO 32000-1 §12.6). */
const ACTS = /\/(?:JavaScript|JS|OpenAction|Launch|AA|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA)(?![A-Za-z])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z])/;
/** Objects can be in compressed streams (§7.5.7). */
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z])/;

/** Larger files are not scanned, and are reported as suspicious. */
const LARGEST = 20_000_000;
const STREAMS = 2000;
const UNPACKED = 20_000_000;

const unpack = promisify(inflate) as (bytes: Buffer, options: { maxOutputLength: number; finishFlush: number }) => Promise<Buffer>;
const Z_SYNC_FLUSH = 2;

/** Whether a PDF has active content or is encrypted. Object streams are unpacked up to a limit; a file beyond it is reported as suspicious. */
export async function pdfSigns(read: Read, size: number): Promise<FileSign[]> {
  if (size > LARGEST) return ['active_content'];
  const bytes = await read(0, size);
  const text = plainNames(bytes);
  const signs: FileSign[] = [];
  if (ENCRYPTED.test(text)) signs.push('encrypted');
  if (ACTS.test(text) || (OBJECT_STREAM.test(text) && (await actsWithin(bytes)))) signs.push('active_content');
  return signs;
}

const HASH = 0x23;

/** Names can contain escapes: `/J#61vaScript` (§7.3.5). One pass over the bytes: an escape costs no more than a letter. */
function plainNames(bytes: Buffer): string {
  if (!bytes.includes(HASH)) return bytes.toString('latin1');
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1, length += 1) {
    const byte = bytes[index] as number;
    const high = byte === HASH ? digitOf(bytes[index + 1]) : -1;
    const low = high < 0 ? -1 : digitOf(bytes[index + 2]);
    plain[length] = low < 0 ? byte : high * 16 + low;
    if (low >= 0) index += 2;
  }
  return plain.toString('latin1', 0, length);
}

/** Returns the value of a hexadecimal digit, or -1. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

async function actsWithin(bytes: Buffer): Promise<boolean> {
  let left = UNPACKED;
  let at = 0;
  for (let count = 0; count < STREAMS; count += 1) {
    const start = bytes.indexOf('stream', at);
    if (start < 0) return false;
    const end = bytes.indexOf('endstream', start);
    if (end < 0) return false;
    at = end + 'endstream'.length;
    const data = bytes.subarray(start + 'stream'.length, end);
    const from = data[0] === 0x0d ? 2 : 1;
    const result = await unpack(data.subarray(from), { maxOutputLength: Math.max(1, left), finishFlush: Z_SYNC_FLUSH }).catch(
      (error: unknown) => ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined),
    );
    if (result === 'too large') return true;
    if (result === undefined) continue;
    left -= result.length;
    if (left <= 0 || ACTS.test(plainNames(result))) return true;
  }
  return true;
}
