/** Width and height of a picture, in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Reads the size of a picture from its header: PNG, GIF, WebP and JPEG, the formats that vendors accept. `undefined` if it cannot be read;
 * then the largest picture must be assumed.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // Shorter than its own header says.
    return undefined;
  }
}

function readPng(view: DataView): PictureSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): PictureSize | undefined {
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47494638) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(view: DataView): PictureSize | undefined {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
  const form = view.getUint32(12);
  if (form === 0x56503858) return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (form === 0x56503820) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form !== 0x5650384c) return undefined;
  const packed = view.getUint32(21, true);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
}

/** The size is in the first frame header; the segments before it are skipped by their lengths. */
function readJpeg(view: DataView): PictureSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
