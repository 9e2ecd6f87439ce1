import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fontPackagesFor } from './fonts/font-packages.ts';
import { findFile } from './parts/load-part.ts';
import { PART_VERSIONS } from './parts/part-versions.ts';

/** Raised whenever the same options come to be drawn otherwise. */
const LAYOUT = 1;

/**
 * A short text that changes when the same options may be drawn otherwise: with the layout, with the library that draws, and
 * with the fonts that are installed. Whoever keeps drawn pictures keeps it with them.
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
