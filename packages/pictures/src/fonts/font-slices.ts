import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findFile, partFile } from '../parts/load-part.ts';
import type { PartName } from '../parts/part-versions.ts';
import type { FontPackage } from './font-packages.ts';
import { woff2Coverage } from './woff2-coverage.ts';

type Ranges = readonly (readonly [number, number])[];

/** A file of a family with some of its characters. */
export interface FontSlice {
  /** The name of the slice in the renderer: each slice is a family of its own, because the renderer selects among families. */
  readonly family: string;
  readonly file: string;
  /** The range declared by the package; the file may contain fewer characters, and often more marks. */
  readonly declared: Ranges;
}

/** A slice that was read. */
export interface LoadedSlice extends FontSlice {
  readonly data: Buffer;
  readonly covers: Ranges;
}

const slicesOf = new Map<string, Promise<readonly FontSlice[]>>();
const loadedSlices = new Map<string, Promise<LoadedSlice>>();

/**
 * Returns the slices of a package; none of a missing optional one.
 *
 * @throws {PictureError} `not_installed` if a required one is missing.
 */
export function fontSlices({ name, required }: FontPackage): Promise<readonly FontSlice[]> {
  const slices = slicesOf.get(name) ?? readSlices(name, required);
  slicesOf.set(name, slices);
  slices.catch(() => slicesOf.delete(name));
  return slices;
}

/** Reads a slice once. */
export function loadSlice(slice: FontSlice): Promise<LoadedSlice> {
  const loading = loadedSlices.get(slice.family) ?? readSlice(slice);
  loadedSlices.set(slice.family, loading);
  loading.catch(() => loadedSlices.delete(slice.family));
  return loading;
}

/** Whether sorted ranges contain a character. */
export function covers(ranges: Ranges, code: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] as readonly [number, number];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}

async function readSlices(name: string, required: boolean): Promise<readonly FontSlice[]> {
  const file = required ? partFile(name as PartName, 'unicode.json') : findFile(name, 'unicode.json');
  if (file === undefined) return [];
  const id = name.slice(name.indexOf('/') + 1);
  const ranges = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([key, declared]) => {
    // Numbered slices are called [4] in the list, and 4 in the folder.
    const slice = key.replace(/^\[(.+)\]$/, '$1');
    return {
      family: `${id}/${slice}`,
      file: join(dirname(file), 'files', `${id}-${slice}-wght-normal.woff2`),
      declared: readRanges(declared),
    };
  });
}

async function readSlice(slice: FontSlice): Promise<LoadedSlice> {
  const data = await readFile(slice.file);
  return { ...slice, data, covers: woff2Coverage(data) };
}

function readRanges(declared: string): Ranges {
  return declared
    .split(',')
    .map((range): readonly [number, number] => {
      const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    })
    .sort(([a], [b]) => a - b);
}
