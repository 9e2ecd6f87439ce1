import { open } from 'node:fs/promises';
import { hasTwoExtensions, isOtherThanSaid } from './file-extensions.ts';
import type { FileSign } from '../record/intake-package.ts';
import { pdfSigns } from './pdf-signs.ts';

/** A file on the local disk. */
export interface FileOnDisk {
  readonly path: string;
  /** Determined from its bytes. */
  readonly mimeType: string;
}

/** The declared properties of a file. */
export interface NamedFile {
  /** As declared by the sender. */
  readonly filename: string;
  readonly declaredMimeType: string | null;
  /** Determined from its bytes. */
  readonly mimeType: string;
}

const ARCHIVES = new Set([
  'application/zip',
  'application/x-7z-compressed',
  'application/x-rar-compressed',
  'application/vnd.rar',
  'application/x-tar',
  'application/gzip',
  'application/x-bzip2',
  'application/x-xz',
  'application/zstd',
  'application/x-compress',
  'application/x-lzip',
  'application/x-lz4',
  'application/x-arj',
  'application/x-cpio',
  'application/x-iso9660-image',
  'application/vnd.ms-cab-compressed',
]);
/** Formats that are archives internally: a ZIP at their end is no evidence. */
const PACKED = /^application\/(?:vnd\.(?:openxmlformats|oasis|ms-)|epub|zip|x-cfb)/;
const POINTS_OR_SOUND = /^(?:image|audio|video)\/(?!svg)/;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Returns suspicious properties of a file's bytes. They are scanned once, and nothing in them is executed. */
export async function signsOfBytes(file: FileOnDisk): Promise<FileSign[]> {
  const { mimeType } = file;
  const signs = new Set<FileSign>(await lookThrough(file));
  if (ARCHIVES.has(mimeType)) signs.add('archive');
  if (mimeType === 'application/x-cfb' || mimeType.includes('macroenabled')) signs.add('macro');
  if (mimeType === 'text/html' || mimeType === 'image/svg+xml' || mimeType === 'application/xml') signs.add('active_content');
  return [...signs];
}

/** Returns suspicious properties of a file's name and declared type, compared with its actual type. */
export function signsOfName({ filename, declaredMimeType, mimeType }: NamedFile): FileSign[] {
  const signs: FileSign[] = [];
  if (isOtherThanSaid({ filename, declared: declaredMimeType, found: mimeType })) signs.push('type_mismatch');
  if (hasTwoExtensions(filename)) signs.push('double_extension');
  if (BIDI.test(filename)) signs.push('bidi_name');
  return signs;
}

/** Byte sequences that are evidence at any position, and the types of file they apply to. */
const NEEDLES: readonly { readonly bytes: Buffer; readonly sign: FileSign; readonly of: (mimeType: string) => boolean }[] = [
  { bytes: Buffer.from('vbaProject.bin'), sign: 'macro', of: (type) => PACKED.test(type) },
  { bytes: Buffer.from('EncryptedPackage', 'utf16le'), sign: 'encrypted', of: (type) => type === 'application/x-cfb' },
];
/** Markup for which a browser could take an image, near its beginning. */
const MARKUP = /<(?:script|html|body|iframe|svg|\?php|!doctype\s+html)\b/i;
const HEAD = 4096;
/** The end of a ZIP archive: its signature, 18 bytes, and a comment. */
const TAIL = 65_557;
const CHUNK = 1_000_000;
const OVERLAP = 64;

async function lookThrough({ path, mimeType }: FileOnDisk): Promise<FileSign[]> {
  const signs: FileSign[] = [];
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (start: number, length: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      await handle.read(buffer, 0, buffer.length, start);
      return buffer;
    };
    const head = await read(0, HEAD);
    const tail = await read(Math.max(0, size - TAIL), TAIL);
    if (isPolyglot(mimeType, head, tail)) signs.push('polyglot');
    if (isEncryptedZip(head)) signs.push('encrypted');
    if (mimeType === 'application/pdf') return [...signs, ...(await pdfSigns(read, size))];
    const needles = NEEDLES.filter(({ of }) => of(mimeType));
    for (let at = 0; needles.length > 0 && at < size; at += CHUNK) {
      const chunk = await read(at, CHUNK + OVERLAP);
      for (const { bytes, sign } of needles) if (chunk.includes(bytes)) signs.push(sign);
    }
  } finally {
    await handle.close();
  }
  return signs;
}

function isPolyglot(mimeType: string, head: Buffer, tail: Buffer): boolean {
  const endsAsZip = tail.includes(Buffer.from('PK\u0005\u0006', 'latin1')) && !PACKED.test(mimeType) && !ARCHIVES.has(mimeType);
  const beginsAsPdf = head.subarray(0, 1024).includes(Buffer.from('%PDF-')) && mimeType !== 'application/pdf';
  const holdsMarkup = POINTS_OR_SOUND.test(mimeType) && MARKUP.test(head.toString('latin1'));
  return endsAsZip || beginsAsPdf || holdsMarkup;
}

/** The first entry of a ZIP archive states whether it is encrypted (APPNOTE 4.4.4, bit 0). */
function isEncryptedZip(head: Buffer): boolean {
  return head.length > 8 && head.readUInt32LE(0) === 0x04034b50 && (head.readUInt16LE(6) & 1) === 1;
}
