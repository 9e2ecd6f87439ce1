import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fontPackagesFor } from '../fonts/font-packages.ts';
import { findFile } from '../parts/load-part.ts';
import { PART_VERSIONS } from '../parts/part-versions.ts';

/** Incremented whenever the same options are drawn differently. */
const LAYOUT = 2;

/**
 * Returns a short text that changes when the same options may be drawn differently: with the layout, the drawing library
 * and the installed fonts. Store it with drawn pictures.
 */
export async function drawingVersion(): Promise<string> {
  const fonts = await Promise.all(fontPackagesFor(undefined).map(({ name }) => installedVersion(name)));
  const parts = [LAYOUT, PART_VERSIONS['@takumi-rs/core'], PART_VERSIONS['world-atlas'], ...fonts];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

async function installedVersion(name: string): Promise<string | null> {
  const file = findFile(name, 'package.json');
  if (file === undefined) return null;
  return `${name}@${(JSON.parse(await readFile(file, 'utf8')) as { version: string }).version}`;
}
