import { open, stat } from 'node:fs/promises';
import { type Call, type Database, ForbiddenError, hasRole, MalformedError, SYSTEM_CALL } from '@colophon/core';
import { Contents } from '../../content/contents.ts';
import { importGhost } from '../ghost/import-ghost.ts';
import { readGhost } from '../ghost/read-ghost.ts';
import { importWordpress, readHead } from '../wordpress/import-wordpress.ts';
import { encodingOf, START_BYTES, TextDecoding } from './decode-text.ts';
import type { FileFetcher, FileWishes } from './apply-files.ts';
import type { SiteRun } from './site-run.ts';
import { htmlConverter } from './html-converter.ts';
import { ReportBuilder, type SiteImportReport } from './import-report.ts';
import { settleLinks } from './settle-links.ts';
import { WaitingLinks } from './waiting-links.ts';

/** Options of all imports of sites. */
export interface SiteImportOptions {
  readonly database: Database;
  /** The caller; by default the application itself. */
  readonly call?: Call;
  /** The tenant of the records; null, the default, makes them global. A caller can import for their own tenant only. */
  readonly tenantId?: string | null;
  /** The name of the site, instead of that in the file: items are recognized by it and by their ids. */
  readonly source?: string;
  /** Import published pieces as drafts. Default: false. */
  readonly draft?: boolean;
  /** Reports what would be done, without changing anything. Default: false. */
  readonly dryRun?: boolean;
  /** Called after each item. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface SiteFileImportOptions extends SiteImportOptions {
  /** The export: XML from WordPress, JSON from Ghost. */
  readonly file: string;
  /** The address of the site, where its export omits it. */
  readonly site?: string;
  /** WordPress post types other than posts and pages to import as articles. */
  readonly also?: readonly string[];
  /** Fetches the files of attachments and stores them here; without it they keep their remote address. */
  readonly fetcher?: FileFetcher;
}

const LARGEST_JSON = 200_000_000;

/**
 * Imports the export of a WordPress or Ghost site: articles and documents, their authors, tags, categories and dates, and
 * assets of their files. A second run over the same file changes nothing; what was edited here since is never overwritten.
 *
 * @throws ForbiddenError if the caller cannot publish, or names another tenant
 * @throws MalformedError if the file is not a readable export
 * @example
 * const report = await importSiteFile({ database, file: './wordpress.xml' });
 * // { system: 'wordpress', created: 1204, updated: 0, types: { post: { total: 1180, … } }, skipped: [ … ], … }
 */
export async function importSiteFile(options: SiteFileImportOptions): Promise<SiteImportReport> {
  const { file, onProgress } = options;
  requireImporter(options);
  const format = await formatOf(file);
  let done = 0;
  const progress = (total: number) => (): void => onProgress?.({ done: (done += 1), total });
  const wishes: FileWishes = { fetcher: options.fetcher, stored: new Map() };
  if (format === 'json') {
    const data = await readGhost(file, options.site);
    const site = data.hasOwnIds ? 'ghost' : requireSource(options, data.address);
    return runImport(options, { system: 'ghost', site, version: data.version }, async (run) => {
      await importGhost(run, data, wishes, progress(data.posts.length));
    });
  }
  const also = new Set(options.also);
  const head = await readHead(file, also, { site: options.site, signal: options.call?.signal });
  return runImport(options, { system: 'wordpress', site: requireSource(options, head.address), version: head.version }, async (run) => {
    await importWordpress(run, { file, head, also, wishes }, progress(head.items));
  });
}

/**
 * Returns the name of a site that its export may not state. Items have numbers, and those of two sites are the same: without a name one
 * site would overwrite the pieces of the other.
 *
 * @throws MalformedError `source_required`
 */
function requireSource({ source }: SiteImportOptions, address: string): string {
  if (source !== undefined || address !== '') return address;
  throw new MalformedError(
    'The export does not state the address of its site, so that its items cannot be told from those of another site.',
    {
      code: 'source_required',
      hint: 'Specify the address (--site https://blog.example) or a name (--source blog), the same for each import of this site.',
    },
  );
}

/** Runs an import with the common setup, and returns its report. */
export async function runImport(
  { database, call = SYSTEM_CALL, tenantId = call.caller.tenantId, source, draft = false, dryRun = false }: SiteImportOptions,
  { system, site, version }: { system: string; site: string; version: string | null },
  work: (run: SiteRun) => Promise<void>,
): Promise<SiteImportReport> {
  const report = new ReportBuilder();
  const name = (source ?? site).slice(0, 500);
  const run: SiteRun = {
    contents: new Contents(database, call),
    call,
    source: { tenantId, system, site: name },
    converter: htmlConverter,
    report,
    waitingLinks: new WaitingLinks(),
    asDraft: draft,
    dryRun,
  };
  await work(run);
  if (!dryRun) {
    await settleLinks(run);
    await database.analyze({ ifGrown: true });
  }
  return report.finish({ system, version, site: name, dryRun });
}

/** @throws ForbiddenError if the caller cannot publish, or names another tenant */
export function requireImporter({ call = SYSTEM_CALL, tenantId = call.caller.tenantId }: SiteImportOptions): void {
  if (!hasRole(call.caller, 'editor')) throw new ForbiddenError('Importing a site requires the role editor.');
  if (call.caller.kind !== 'system' && call.caller.tenantId !== tenantId) throw new ForbiddenError('That is another tenant.');
}

/** Detects the format of a file from its first character. @throws MalformedError */
async function formatOf(file: string): Promise<'xml' | 'json'> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) {
    throw new MalformedError(`${file} is not a file.`, {
      code: 'no_such_file',
      hint: 'Specify a folder of posts, or the export of a site.',
    });
  }
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const start = new TextDecoding({ label: encodingOf(bytes) }).decode(bytes).trimStart();
    if (start.startsWith('<')) return 'xml';
    if (start.startsWith('{')) {
      if (facts.size <= LARGEST_JSON) return 'json';
      throw new MalformedError(`The file is larger than ${LARGEST_JSON} bytes.`, { code: 'too_large', hint: 'Export the site in parts.' });
    }
  } finally {
    await handle.close();
  }
  throw new MalformedError(`${file} is neither XML nor JSON.`, {
    code: 'unknown_format',
    hint: 'WordPress exports are XML, and Ghost exports are JSON.',
  });
}
