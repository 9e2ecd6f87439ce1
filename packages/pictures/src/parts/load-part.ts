import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Takumi from '@takumi-rs/core';
import type * as Geo from 'd3-geo';
import type * as SharpModule from 'sharp';
import type * as Topojson from 'topojson-client';
import { PictureError } from '../errors/picture-error.ts';
import { PART_VERSIONS, type PartName } from './part-versions.ts';

/** The libraries that are loaded as code; the others are files. */
interface Libraries {
  readonly '@takumi-rs/core': typeof Takumi;
  readonly 'd3-geo': typeof Geo;
  readonly sharp: typeof SharpModule;
  readonly 'topojson-client': typeof Topojson;
}

const loaded = new Map<PartName, Promise<unknown>>();
/** The error of a native package whose binary for this platform is missing. */
const MISSING = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED', 'ERR_PACKAGE_PATH_NOT_EXPORTED']);

/**
 * Loads a library at its first use. It is resolved by a name that bundlers do not follow: native packages and those
 * under other licences stay outside a bundle.
 *
 * @throws {PictureError} `not_installed` if it is missing.
 */
export function loadPart<Name extends keyof Libraries>(name: Name): Promise<Libraries[Name]> {
  const known = loaded.get(name);
  if (known !== undefined) return known as Promise<Libraries[Name]>;
  const loading = import(/* @vite-ignore */ name).catch((cause: unknown) => {
    loaded.delete(name);
    throw isMissing(cause) ? notInstalled(name, cause) : cause;
  });
  loaded.set(name, loading);
  return loading as Promise<Libraries[Name]>;
}

/**
 * Returns the path of a data file in a package without JavaScript, resolved from here or from the application's folder.
 *
 * @throws {PictureError} `not_installed` if it is missing.
 */
export function partFile(name: PartName, path: string): string {
  const foundPath = findFile(name, path);
  if (foundPath === undefined) throw notInstalled(name);
  return foundPath;
}

/** Like `partFile`, for optional packages. */
export function findFile(name: string, path: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(`${name}/${path}`);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return undefined;
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && MISSING.has(String(error.code))) return true;
  // sharp and takumi throw their own errors if the package is installed but its binary is missing.
  return /^(?:Could not load the "sharp" module|Cannot find native binding|Failed to load native binding)/.test(error.message);
}

function notInstalled(name: PartName, cause?: unknown): PictureError {
  return new PictureError(`Pictures need the package ${name}, which is not installed.`, {
    code: 'not_installed',
    hint: `npm install ${name}@${PART_VERSIONS[name]}`,
    cause,
  });
}
