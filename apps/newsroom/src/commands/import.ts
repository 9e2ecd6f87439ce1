import {
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOption,
  CommandUsageError,
  openApplicationSigner,
  say,
  TENANT,
  tenantIdOf,
  withDatabase,
} from '@colophon/app';
import { stat } from 'node:fs/promises';
import { type Database, SYSTEM_CALL } from '@colophon/core';
import {
  detectStaticSite,
  importMarkdownFolder,
  type ImportReport,
  importSiteFile,
  importStaticSite,
  isImportedFolder,
  MAXIMUM_FILE,
  signPending,
  type SiteImportReport,
} from '@colophon/content';
import { createOutbound } from '@colophon/outbound';
import type { Config } from '../config/load-config.ts';
import { VERSION } from '../server/describe.ts';
import { wireFiles } from '../server/wire.ts';
import { progressBar } from './progress.ts';
import { printFolderReport, printSiteReport } from './print-import.ts';

const SOURCE: CommandOption = {
  value: 'name',
  about: 'the name of the source; default: the full path of a folder, or the address of a site',
};
const DRAFT: CommandOption = { about: 'import published pieces as drafts' };
const AS: CommandOption = { value: 'kind', values: ['markdown', 'hugo', 'jekyll'], about: 'the kind of the folder; detected by default' };
const SITE: CommandOption = { value: 'address', about: 'the address of the site, if its export does not contain it' };
const ALSO: CommandOption = { value: 'type', multiple: true, about: 'an additional WordPress type to import as articles' };
const FETCH: CommandOption = { about: 'fetch images and other files, and store them here' };
const DRY_RUN: CommandOption = { about: 'report what would be done, and change nothing' };
const JSON_OPTION: CommandOption = { about: 'print the report as JSON' };

/** Timeout for fetching a file, in milliseconds. */
const PATIENCE = 120_000;

/** `newsroom import`: imports a folder of posts, a site, or an export; a second run changes nothing. */
export const importFolder: Command<Config> = {
  name: 'import',
  summary: 'Import a folder of Markdown posts, a Hugo or Jekyll site, or a WordPress or Ghost export.',
  arguments: [{ name: 'path', about: 'a folder, or the file of an export' }],
  options: {
    tenant: TENANT,
    source: SOURCE,
    draft: DRAFT,
    as: AS,
    site: SITE,
    also: ALSO,
    'fetch-files': FETCH,
    'dry-run': DRY_RUN,
    json: JSON_OPTION,
  },
  run: (input, context) =>
    withDatabase(context, async (database, config) => {
      await openApplicationSigner(context.application, config, database);
      const kind = await kindOf(input, database);
      const { report, failed } =
        kind === 'markdown' ? await runFolder(input, context, database) : await runSite(kind, input, context, database, config);
      if (input.option('dry-run') === undefined) await signPending(database);
      if (input.option('json') !== undefined) say(context.stdout, JSON.stringify(report, null, 2));
      return failed ? 1 : 0;
    }),
};

type Kind = 'markdown' | 'hugo' | 'jekyll' | 'file';

/** A folder that was previously imported as plain Markdown stays that, so that its records are found again. */
async function kindOf(input: CommandInput, database: Database): Promise<Kind> {
  const path = input.argument('path');
  const requestedKind = input.option('as') as Kind | undefined;
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? false;
  if (isFile) {
    if (requestedKind !== undefined) throw new CommandUsageError(`--as is for folders, and ${path} is a file.`);
    return 'file';
  }
  const misplaced = ['site', 'also', 'fetch-files'].find((name) => input.optionList(name).length > 0);
  if (misplaced !== undefined) throw new CommandUsageError(`--${misplaced} is for export files, and ${path} is a folder or another file.`);
  if (requestedKind !== undefined) return requestedKind;
  if (await isImportedFolder(database, { dir: path, source: input.option('source') })) return 'markdown';
  return (await detectStaticSite(path)) ?? 'markdown';
}

async function commonOptions(input: CommandInput, database: Database) {
  const source = input.option('source');
  return {
    database,
    call: SYSTEM_CALL,
    tenantId: await tenantIdOf(database, input.option('tenant')),
    draft: input.option('draft') !== undefined,
    dryRun: input.option('dry-run') !== undefined,
    ...(source === undefined ? {} : { source }),
  };
}

interface Outcome {
  readonly report: ImportReport | SiteImportReport;
  /** Whether something could not be imported. */
  readonly failed: boolean;
}

async function runFolder(input: CommandInput, context: CommandContext, database: Database): Promise<Outcome> {
  const bar = progressBar(context.stderr, 'Importing');
  const report = await importMarkdownFolder({
    ...(await commonOptions(input, database)),
    dir: input.argument('path'),
    onProgress: ({ done, total }) => bar.update(done, total),
  });
  bar.end();
  printFolderReport(context, report, input.option('json') !== undefined);
  return { report, failed: report.failed.length > 0 };
}

async function runSite(
  kind: Exclude<Kind, 'markdown'>,
  input: CommandInput,
  context: CommandContext,
  database: Database,
  config: Config,
): Promise<Outcome> {
  await wireFiles(config, database);
  const bar = progressBar(context.stderr, 'Importing');
  const options = {
    ...(await commonOptions(input, database)),
    onProgress: ({ done, total }: { done: number; total: number }) => bar.update(done, total),
  };
  const path = input.argument('path');
  const site = input.option('site');
  const report =
    kind === 'file'
      ? await importSiteFile({
          ...options,
          file: path,
          also: input.optionList('also'),
          ...(site === undefined ? {} : { site }),
          ...(input.option('fetch-files') === undefined ? {} : { fetcher: fetcherOf(config) }),
        })
      : await importStaticSite({ ...options, dir: path, generator: kind });
  bar.end();
  printSiteReport(context, report, input.option('json') !== undefined);
  const { problems, unreadable, endedEarly } = report;
  return { report, failed: problems.failed + problems.conflicts + problems.failedFiles + unreadable > 0 || endedEarly !== null };
}

/** Files are larger than pages, and take longer. */
function fetcherOf({ baseUrl, outbound = {} }: Config) {
  const limits = { bytes: MAXIMUM_FILE, bytesByType: {}, totalTimeout: PATIENCE };
  return createOutbound({ userAgent: `Colophon/${VERSION} (+${baseUrl})`, ...outbound, limits });
}
