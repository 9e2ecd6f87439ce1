import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isNotModified } from '@colophon/core/rest';
import { isFresh } from '../../bin/fresh-build.js';
import { runBuild } from './run-build.ts';

/** A file that a page loads. */
export interface DeskPage {
  readonly title: string;
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
}

/** A built desk. */
export interface DeskFiles {
  readonly page: (name: 'desk' | 'portal') => DeskPage;
  /** A script or style, or 304 if the browser has it; undefined if there is none with that name. */
  readonly asset: (name: string, request: Request) => Response | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const TITLES = { desk: 'Desk', portal: 'Your contributions' } as const;

/**
 * Reads the desk next to the built program. From source, it is the build of `npm ci`, rebuilt if one of its sources is newer.
 *
 * @throws Error if it does not exist and cannot be built
 */
export async function openDeskFiles(): Promise<DeskFiles> {
  const beside = join(import.meta.dirname, 'desk');
  if (existsSync(join(beside, 'manifest.json'))) return readDeskFiles(beside);
  const root = resolve(import.meta.dirname, '../../../..');
  const folder = join(root, 'apps/newsroom/dist/desk');
  if (!isFresh(join(folder, 'manifest.json'), deskSources(root))) await runBuild(root, 'apps/newsroom/desk/build.ts', folder);
  return readDeskFiles(folder);
}

/** The sources of the desk. */
function deskSources(root: string): readonly string[] {
  return [
    'apps/newsroom/desk/build.ts',
    'apps/newsroom/desk/src',
    'packages/ui/src',
    'packages/client/src',
    'packages/contract/src',
    'packages/base/src',
    'package-lock.json',
  ].map((part) => join(root, part));
}

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly type: string;
}

/** Reads a built desk into memory, compressed once: it is a few hundred kilobytes. */
export async function readDeskFiles(folder: string): Promise<DeskFiles> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const pages = { desk: pageOf('desk', manifest), portal: pageOf('portal', manifest) };
  const names = await readdir(join(folder, 'assets'));
  const assets = new Map(await Promise.all(names.map(async (name) => [name, await readAsset(join(folder, 'assets', name))] as const)));
  return {
    page: (name) => pages[name],
    asset: (name, request) => {
      const asset = assets.get(name);
      return asset && assetAnswer(asset, request);
    },
  };
}

function pageOf(name: 'desk' | 'portal', manifest: Manifest): DeskPage {
  const key = `src/${name}.tsx`;
  const loaded = new Set<string>();
  const styles = new Set<string>();
  const load = (each: string): void => {
    const chunk = manifest[each];
    if (chunk === undefined || loaded.has(each)) return;
    loaded.add(each);
    chunk.imports?.forEach(load);
    for (const file of chunk.css ?? []) styles.add(`/desk/${file}`);
  };
  load(key);
  const scripts = [...loaded].map((each) => ({ each, href: `/desk/${manifest[each]?.file}` }));
  return {
    title: TITLES[name],
    scripts: scripts.filter(({ each }) => each === key).map(({ href }) => href),
    preloads: scripts.filter(({ each }) => each !== key).map(({ href }) => href),
    styles: [...styles],
  };
}

async function readAsset(path: string): Promise<Asset> {
  const bytes = new Uint8Array(await readFile(path));
  const packed = new Uint8Array(await promisify(gzip)(bytes, { level: 9 }));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, packed, etag: `"${hash}"`, type: TYPES[extname(path)] ?? 'application/octet-stream' };
}

function assetAnswer({ bytes, packed, etag, type }: Asset, request: Request): Response {
  const headers = {
    // Other content has another name.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': type,
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  if (isNotModified(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers.get('Accept-Encoding') ?? '');
  return takesGzip ? new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } }) : new Response(bytes, { headers });
}
