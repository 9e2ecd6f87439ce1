import { type CommandContext, say } from '@colophon/app';
import type { ImportReport, ItemProblem, LeftOutValue, SiteImportReport, SkipReason, TermLeftOut } from '@colophon/content';
import { NAMED, printable, type PrintedProblem, printProblems } from './print-problems.ts';

const REMEDY = '--draft imports them as drafts. --json names each; docs/imports.md explains how to import a published archive.';
/** The reasons for which pieces are left out that someone may miss. */
const MISSED: ReadonlySet<SkipReason> = new Set(['password_protected', 'no_address']);

const REASONS: Readonly<Record<SkipReason, string>> = {
  type_not_imported: 'this type is not imported',
  in_trash: 'in the trash there',
  auto_draft: 'drafts that were never saved',
  password_protected: 'protected by a password',
  removed_here: 'removed here since the import',
  same_id_twice: 'its id occurred before',
  no_address: 'neither bytes nor a URL',
  not_a_page: 'not a piece of the site',
};

const LEFT_OUT: Readonly<Record<LeftOutValue['reason'], string>> = {
  not_a_language: 'is not a language tag such as en, pt-BR or zh-Hant.',
  date_passed: 'has passed. An import publishes nothing that was not public, and archives what has expired.',
};

/** Types of WordPress without text for readers: menus, revisions, settings and parts of themes. */
const NO_PIECES = new Set([
  'custom_css',
  'customize_changeset',
  'nav_menu_item',
  'oembed_cache',
  'revision',
  'unknown',
  'user_request',
  'wp_font_face',
  'wp_font_family',
  'wp_global_styles',
  'wp_navigation',
  'wp_template',
  'wp_template_part',
]);

/** Whether the name of a file begins with a dot. */
function isHidden(file: string): boolean {
  return /(?:^|\/)\.[^/]*$/.test(file);
}

/** Prints the result of importing a folder: errors to stderr, totals to stdout. */
export function printFolderReport(
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
  report: ImportReport,
  isJson: boolean,
): void {
  const problems = report.failed.map(({ file, line, code, message }) => ({ code, message, line: `${file}:${line ?? 1}: ${message}` }));
  printProblems(stderr, problems, { what: 'file', remedy: REMEDY });
  for (const file of report.passedOver.slice(0, NAMED))
    say(stderr, `${file}: skipped, ${isHidden(file) ? 'its name begins with a dot' : 'it is not Markdown'}.`);
  for (const { file, line, name, value, reason } of report.leftOut.slice(0, NAMED))
    say(stderr, printable(`${file}:${line}: ${name} is left out: "${value}" ${LEFT_OUT[reason]}`));
  if (isJson) return;
  const passedOver = report.passedOver.length > 0 ? ` ${report.passedOver.length} other files skipped.` : '';
  const moved = report.moved > 0 ? ` ${report.moved} were moved.` : '';
  const leftOut = report.leftOut.length > 0 ? ` Values left out: ${report.leftOut.length}.` : '';
  const unchanged = report.created + report.updated === 0 ? ' Nothing changed.' : '';
  say(
    stdout,
    `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${report.failed.length} failed.${moved}${leftOut}${passedOver}${unchanged}`,
  );
}

/** Prints the result of importing a site: errors to stderr, totals to stdout. */
export function printSiteReport(
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
  report: SiteImportReport,
  isJson: boolean,
): void {
  const { problems, unreadable } = report;
  const named = [...report.failed, ...report.conflicts].map(asPrinted);
  printProblems(stderr, named, { what: 'piece', total: problems.failed + problems.conflicts, remedy: REMEDY });
  const files = report.failedFiles.map((each) => asPrinted({ ...each, message: `${each.message} It keeps its original address.` }));
  printProblems(stderr, files, { what: 'file', total: problems.failedFiles });
  if (unreadable > 0)
    say(
      stderr,
      `${unreadable} characters are not in the encoding of the file, and became \uFFFD. Correct the encoding in its first line, then import it again.`,
    );
  const { endedEarly } = report;
  if (endedEarly) {
    const { insideItemAtLine: at } = endedEarly;
    const item = at === undefined ? '' : ` Not imported: the item that begins at line ${at}.`;
    say(stderr, printable(`The file ends early, at line ${endedEarly.line}: ${endedEarly.message} Everything before was imported.${item}`));
  }
  if (isJson) return;
  for (const { type, reason, count, first } of report.skipped) {
    const advice = reason === 'type_not_imported' && !NO_PIECES.has(type) ? `; --also ${printable(type)} imports it as articles` : '';
    const names = MISSED.has(reason)
      ? `: ${first.map(nameOf).join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}`
      : '';
    say(stdout, `  ${count} × ${printable(type)} left out: ${REASONS[reason]}${advice}${names}`);
  }
  printTerms(stdout, report.termsLeftOut);
  for (const [name, count] of Object.entries(report.notes)) say(stdout, `  ${count} × ${printable(name)}`);
  printCounts(stdout, 'Shortcodes and tags that stay in texts', report.shortcodes);
  for (const [name, { pieces, first }] of Object.entries(report.shortcodesIn).slice(0, NAMED)) {
    const more = pieces > first.length ? ` and ${pieces - first.length} more` : '';
    say(stdout, `    ${printable(name)} in ${pieces === 1 ? '1 piece' : `${pieces} pieces`}: ${first.map(nameOf).join(', ')}${more}`);
  }
  printCounts(stdout, 'Removed from texts', report.removed);
  if (report.renamed.length > 0)
    say(
      stdout,
      `  Slugs already in use: ${report.renamed
        .slice(0, NAMED)
        .map(({ wanted, slug }) => `${wanted} → ${slug}`)
        .join(', ')}`,
    );
  for (const [type, counts] of Object.entries(report.types)) {
    say(
      stdout,
      `${printable(type)}: ${counts.total} (${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${counts.skipped} left out${counts.failed + counts.conflict > 0 ? `, ${counts.failed + counts.conflict} not imported` : ''})`,
    );
  }
  const faults = `${problems.conflicts} edited on both sides, ${problems.failed} failed`;
  const unchangedNote = report.created + report.updated === 0 ? ' Nothing changed.' : '';
  const dryRun = report.dryRun ? ' This was a dry run: nothing was written.' : '';
  say(stdout, `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${faults}.${dryRun || unchangedNote}`);
  if (report.filesElsewhere > 0) {
    const files = report.filesElsewhere === 1 ? '1 picture or other file stays' : `${report.filesElsewhere} pictures and other files stay`;
    say(stdout, `${files} at the other site; --fetch-files stores them here.`);
  }
}

function printTerms(stdout: NodeJS.WritableStream, { terms, descriptions, first }: SiteImportReport['termsLeftOut']): void {
  const print = (what: TermLeftOut['what'], count: number, heading: string): void => {
    if (count === 0) return;
    const names = first.filter((each) => each.what === what).slice(0, NAMED);
    const more = count > names.length ? ` and ${count - names.length} more` : '';
    say(
      stdout,
      `  ${count} × ${heading}: ${names.map(({ name, taxonomy }) => `${printable(name)} (${printable(taxonomy)})`).join(', ')}${more}`,
    );
  };
  print('term', terms, 'category or tag left out, because no imported piece has it');
  print('description', descriptions, 'description of a category or tag left out, because there is no field for it');
}

function printCounts(stream: NodeJS.WritableStream, heading: string, counts: Readonly<Record<string, number>>): void {
  const named = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (named.length === 0) return;
  const moreNote = named.length > NAMED ? ` and ${named.length - NAMED} more names` : '';
  const list = named.slice(0, NAMED).map(([name, count]) => `${printable(name)} (${count})`);
  say(stream, `  ${heading}: ${list.join(', ')}${moreNote}`);
}

/** A piece by its type, id and title. */
function nameOf({ type, id, title }: Pick<ItemProblem, 'type' | 'id' | 'title'>): string {
  return `${printable(type)} ${printable(id)}${title === id || title === '' ? '' : ` "${printable(title)}"`}`;
}

function asPrinted({ type, id, title, line, code, message }: ItemProblem): PrintedProblem {
  const where = line === undefined ? '' : ` (line ${line})`;
  return { code, message, line: `${type} ${id}${where}${title === id || title === '' ? '' : ` "${title}"`}: ${message}` };
}
