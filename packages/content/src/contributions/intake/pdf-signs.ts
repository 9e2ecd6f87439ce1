import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { FileSign } from './intake-package.ts';

/** Reads bytes of the file, fewer at its end. */
type Read = (start: number, length: number) => Promise<Buffer>;

/** Names by which a PDF acts when it is opened or clicked at, or carries another file (ISO 32000-1 §12.6). */
const ACTS = /\/(?:JavaScript|JS|OpenAction|Launch|AA|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA)(?![A-Za-z])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z])/;
/** Objects may stand in compressed streams (§7.5.7). */
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z])/;

/** More than this is not looked through, and is suspect for that. */
const LARGEST = 20_000_000;
const STREAMS = 2000;
const UNPACKED = 20_000_000;

const unpack = promisify(inflate) as (bytes: Buffer, options: { maxOutputLength: number; finishFlush: number }) => Promise<Buffer>;
const Z_SYNC_FLUSH = 2;

/** Whether a PDF acts by itself, or is encrypted. Streams of objects are unpacked up to a bound; a file beyond it is suspect. */
export async function pdfSigns(read: Read, size: number): Promise<FileSign[]> {
  if (size > LARGEST) return ['active_content'];
  const bytes = await read(0, size);
  const text = plainNames(bytes.toString('latin1'));
  const signs: FileSign[] = [];
  if (ENCRYPTED.test(text)) signs.push('encrypted');
  if (ACTS.test(text) || (OBJECT_STREAM.test(text) && (await actsWithin(bytes)))) signs.push('active_content');
  return signs;
}

/** Names may be spelled with codes: `/J#61vaScript` (§7.3.5). */
function plainNames(text: string): string {
  return text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
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
    if (left <= 0 || ACTS.test(plainNames(result.toString('latin1')))) return true;
  }
  return true;
}
