import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '../../test/pictures');
/** Anti-aliased edges of letters differ slightly between processors. */
const SAME_COLOR = 24;

/**
 * Returns the share of pixels in which a picture differs from the stored one of that name, 0 to 1. With `WRITE_PICTURES=1` in the
 * environment it is stored instead: look at it before you commit it.
 */
export async function differenceFromStored(name: string, bytes: Uint8Array): Promise<number> {
  const file = join(FOLDER, `${name}.png`);
  if (process.env['WRITE_PICTURES'] === '1') await writeFile(file, bytes);
  if (!existsSync(file)) throw new Error(`There is no stored picture ${name}.png; WRITE_PICTURES=1 writes it.`);
  const [actual, stored] = await Promise.all([pixelsOf(bytes), pixelsOf(await readFile(file))]);
  if (actual.width !== stored.width || actual.height !== stored.height) return 1;
  let different = 0;
  for (let at = 0; at < actual.data.length; at += 4) {
    if ([0, 1, 2, 3].some((channel) => Math.abs((actual.data[at + channel] ?? 0) - (stored.data[at + channel] ?? 0)) > SAME_COLOR))
      different += 1;
  }
  return different / (actual.width * actual.height);
}

/** All pixels, each as red, green, blue and opacity. */
export async function pixelsOf(bytes: Uint8Array): Promise<{ readonly data: Buffer; readonly width: number; readonly height: number }> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The colour of one pixel as #rrggbb. */
export async function colorAt(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data, width } = await pixelsOf(bytes);
  return `#${data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).toString('hex')}`;
}
