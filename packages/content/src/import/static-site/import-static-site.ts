import { realpath } from 'node:fs/promises';
import { MalformedError } from '@colophon/core';
import { assetFilePath, MAXIMUM_FILE } from '../../assets/asset-files.ts';
import { MarkdownError } from '../../markdown/markdown-error.ts';
import { knownItems, moveItems } from '../../imported-items/imported-item.ts';
import { readBytes, sha256Of, textOf } from '../read-post.ts';
import { applyFiles } from '../site/apply-files.ts';
import { applyPieces } from '../site/apply-pieces.ts';
import type { SiteRun } from '../site/site-run.ts';
import type { ItemProblem, SiteImportReport } from '../site/import-report.ts';
import { requireImporter, runImport, type SiteImportOptions } from '../site/import-site-file.ts';
import { hugoShortcodes, liquidTags } from '../site/shortcodes.ts';
import type { SourceFile, SourcePiece } from '../site/source-piece.ts';
import { readSiteText } from './front-matter.ts';
import { idOf, pieceOfPage } from './piece-of-page.ts';
import { findSiteFiles, type SiteFiles, type SitePage } from './site-files.ts';
import { detectStaticSite, readSiteSettings, type SiteGenerator, type SiteSettings } from './site-settings.ts';

export interface StaticSiteImportOptions extends SiteImportOptions {
  /** The folder of the site, which contains its settings. */
  readonly dir: string;
  /** The generator of the site; detected by default. */
  readonly generator?: SiteGenerator;
}

const BATCH = 50;
const OTHER_FORMAT = {
  code: 'format_not_supported',
  message: 'The piece is neither Markdown nor HTML; convert it, then import it again.',
} as const;

/**
 * Imports a Hugo or Jekyll site: its posts and pages by the conventions of the generator. No code of the site is run; shortcodes
 * and template tags stay in the texts and are reported. A second run changes nothing; what was edited here since is never
 * overwritten.
 *
 * @throws ForbiddenError if the caller cannot publish, or names another tenant
 * @throws MalformedError if there is no such folder, or it is not a site
 * @example
 * const report = await importStaticSite({ database, dir: './blog' });
 * // { system: 'jekyll', created: 509, shortcodes: { include: 12 }, … }
 */
export async function importStaticSite(options: StaticSiteImportOptions): Promise<SiteImportReport> {
  requireImporter(options);
  const root = await realpath(options.dir).catch(() => options.dir);
  const generator = options.generator ?? (await detectStaticSite(root));
  if (generator === undefined) {
    throw new MalformedError(`${options.dir} is not a Hugo or Jekyll site: it has neither _config.yml nor hugo.toml.`, {
      code: 'no_site',
      hint: 'Specify the folder that contains the settings of the site.',
    });
  }
  const settings = await settingsOf(root, generator);
  const files = await findSiteFiles(root, settings);
  return runImport(options, { system: generator, site: root, version: null }, (run) => importFiles(run, files, settings, options));
}

async function settingsOf(root: string, generator: SiteGenerator): Promise<SiteSettings> {
  try {
    return await readSiteSettings(root, generator);
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new MalformedError(`The settings of the site cannot be read. ${error.message}`, {
      code: 'bad_settings',
      hint: 'Correct the settings file, then import again.',
      cause: error,
    });
  }
}

async function importFiles(run: SiteRun, files: SiteFiles, settings: SiteSettings, { onProgress }: SiteImportOptions): Promise<void> {
  const { report, contents, source } = run;
  for (const { file, code, message } of files.refused)
    report.fail({ id: file, type: code === 'link_out_of_folder' ? 'link' : 'folder', title: file, code, message });
  for (const file of files.otherFormats) report.fail({ id: file, type: 'other format', title: file, ...OTHER_FORMAT });
  for (const file of files.notPages) report.skip({ id: file, type: 'other Markdown', title: file }, 'not_a_page');
  if (files.postsByName > 0) {
    report.note(
      `files named like posts outside of ${settings.generator === 'hugo' ? 'a section' : '_posts'}; articles now`,
      files.postsByName,
    );
  }
  if (files.htmlPages > 0) report.note('HTML pages outside of posts left out', files.htmlPages);
  if (files.otherFiles > 0) report.note('files that are not text left out', files.otherFiles);
  const standing = new Set(files.pages.map(({ file }) => idOf(file)));
  let done = 0;
  for (let start = 0; start < files.pages.length; start += BATCH) {
    run.call.signal?.throwIfAborted();
    const batch = files.pages.slice(start, start + BATCH);
    await importResources(run, files.root, batch);
    const pieces: SourcePiece[] = [];
    for (const page of batch) {
      const piece = await readPage(run, files.root, page, settings);
      if (piece) pieces.push(piece);
      onProgress?.({ done: (done += 1), total: files.pages.length });
    }
    const moved = run.dryRun ? 0 : await moveItems(contents.database, source, pieces, standing);
    if (moved > 0) report.note('files that were moved; their records keep their addresses', moved);
    await applyPieces(run, pieces);
  }
}

/** Imports the files of page bundles. */
async function importResources(run: SiteRun, root: string, pages: readonly SitePage[]): Promise<void> {
  const files: SourceFile[] = [];
  for (const path of new Set(pages.flatMap((page) => page.resources))) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    try {
      const hash = sha256Of(await readBytes(root, path, MAXIMUM_FILE));
      const readFile = (): Promise<Buffer> => readBytes(root, path, MAXIMUM_FILE);
      files.push({ id: idOf(path), sourceType: 'resource', hash, name, altText: null, description: null, url: null, read: readFile });
    } catch (error) {
      run.report.fail({ id: path, type: 'resource', title: path, ...unreadable(error) });
    }
  }
  await applyFiles(run, files, { stored: new Map() });
}

/** Reads and maps a page; undefined, with a report, if that fails. */
async function readPage(run: SiteRun, root: string, page: SitePage, settings: SiteSettings): Promise<SourcePiece | undefined> {
  const { report, source, contents } = run;
  try {
    const bytes = await readBytes(root, page.file);
    const text = readSiteText(textOf(bytes));
    if (text.entries === null && page.sourceType === 'page') {
      report.skip({ id: page.file, type: page.sourceType, title: page.file }, 'not_a_page');
      return undefined;
    }
    const known = await knownItems(contents.database, source, 'asset', page.resources.map(idOf));
    const assets = new Map(page.resources.flatMap((path) => [[path, known.get(idOf(path))?.recordId] as const]));
    const piece = pieceOfPage({ page, text, sha256: sha256Of(bytes), assets }, settings, {
      now: run.call.now(),
      addressOf: assetFilePath,
      note: (name) => report.note(name),
    });
    const counts = settings.generator === 'hugo' ? hugoShortcodes(text.body) : liquidTags(text.body);
    for (const [name, count] of counts) report.shortcode(name, count, { id: page.file, type: page.sourceType, title: page.file });
    return piece;
  } catch (error) {
    report.fail({ id: page.file, type: page.sourceType, title: page.file, ...unreadable(error) });
    return undefined;
  }
}

/** Converts an error caused by a file for the report; any other error is rethrown. */
function unreadable(error: unknown): Pick<ItemProblem, 'code' | 'message' | 'line'> {
  if (error instanceof MarkdownError) return { code: error.code, message: error.message, line: error.line };
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return { code: 'unreadable', message: `The file cannot be read (${code}).` };
  throw error;
}
