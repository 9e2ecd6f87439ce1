/** The types of pictures that are read. SVG is none of them: it is a program that draws. */
export type ReadableType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif';

/** What the first bytes say a picture is, whatever anybody calls it. */
export function pictureType(bytes: Uint8Array): ReadableType | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.slice(4, 8) === 'ftyp' && /avi[fs]/.test(start.slice(8))) return 'image/avif';
  return undefined;
}
