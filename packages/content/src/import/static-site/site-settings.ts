import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@colophon/core';
import { isObject } from '../../markdown/columns.ts';
import type { FrontMatterEntries } from '../../markdown/read-yaml.ts';
import { languageOf } from '../site/language-of.ts';
import { webAddress } from '../site/web-address.ts';
import { readSettings } from './front-matter.ts';

/** The supported generators. */
export const SITE_GENERATORS = ['hugo', 'jekyll'] as const;
export type SiteGenerator = (typeof SITE_GENERATORS)[number];

/** The settings of a site that are read; no code in them is run. */
export interface SiteSettings {
  readonly generator: SiteGenerator;
  /** The address of the site, without a trailing slash; null if its settings do not state it. */
  readonly address: string | null;
  readonly language: string | null;
  /** The content folder: `content` for Hugo, the whole Jekyll site. */
  readonly contentDir: string;
  /** Languages that Hugo recognizes in file names: `about.fr.md`. */
  readonly languages: ReadonlySet<string>;
  /** Jekyll collections other than posts, whose folders begin with an underscore. */
  readonly collections: ReadonlySet<string>;
}

const FILES: Readonly<Record<SiteGenerator, readonly string[]>> = {
  hugo: [
    'hugo.toml',
    'hugo.yaml',
    'hugo.yml',
    'hugo.json',
    'config.toml',
    'config.yaml',
    'config.yml',
    'config.json',
    'config/_default/hugo.toml',
    'config/_default/config.toml',
  ],
  jekyll: ['_config.yml', '_config.yaml', '_config.toml'],
};
const MAXIMUM_BYTES = 1_000_000;

/** Detects the generator of a site in a folder; undefined for a plain folder. */
export async function detectStaticSite(dir: string): Promise<SiteGenerator | undefined> {
  if ((await isThere(dir, '_config.yml')) || (await isThere(dir, '_config.yaml')) || (await isThere(dir, '_posts'))) return 'jekyll';
  for (const name of FILES.hugo) if ((await isThere(dir, name)) && (await isThere(dir, 'content'))) return 'hugo';
  return undefined;
}

/** Reads the relevant settings of a site. @throws MarkdownError for an unreadable settings file */
export async function readSiteSettings(dir: string, generator: SiteGenerator): Promise<SiteSettings> {
  let entries: FrontMatterEntries = new Map();
  for (const name of FILES[generator]) {
    if (!(await isThere(dir, name))) continue;
    entries = readSettings(await readText(join(dir, name)), name.split('.').at(-1) ?? '');
    break;
  }
  const text = (name: string): string => entries.get(name)?.spelled ?? '';
  const names = (value: JsonValue | undefined): Set<string> =>
    new Set(Array.isArray(value) ? value.map(String) : isObject(value) ? Object.keys(value) : []);
  const base = generator === 'hugo' ? text('baseURL') || text('baseurl') : `${text('url')}${text('baseurl')}`;
  const contentDir = text('contentDir') || text('contentdir') || 'content';
  return {
    generator,
    address: webAddress(base)?.replace(/\/$/, '') ?? null,
    language: languageOf(text('languageCode') || text('languagecode') || text('defaultContentLanguage') || text('lang')),
    contentDir: generator === 'jekyll' ? '' : isInside(contentDir) ? contentDir : 'content',
    languages: names(entries.get('languages')?.value),
    collections: names(entries.get('collections')?.value),
  };
}

function isInside(path: string): boolean {
  return /^(?!\/)[^\\\0]+$/.test(path) && !path.split('/').includes('..');
}

async function isThere(dir: string, name: string): Promise<boolean> {
  const facts = await lstat(join(dir, name)).catch(() => undefined);
  return facts !== undefined && !facts.isSymbolicLink();
}

async function readText(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAXIMUM_BYTES + 1), 0, MAXIMUM_BYTES + 1, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
