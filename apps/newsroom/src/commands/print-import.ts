import type { ImportReport, ItemProblem, SiteImportReport, SkipReason } from '@colophon/content';
import { type CommandContext, say } from './command.ts';

const NAMED = 20;
/** The code for a piece that the publishing rules reject. */
const REFUSED = 'publish_readiness';

const REASONS: Readonly<Record<SkipReason, string>> = {
  type_not_imported: 'this type is not imported',
  in_trash: 'in the trash there',
  auto_draft: 'drafts that were never saved',
  password_protected: 'protected by a password',
  removed_here: 'removed here since the import',
  same_id_twice: 'its id occurred before',
  no_address: 'neither bytes nor a URL',
  body_not_html: 'the export contains its text only in the editor’s format',
  not_a_page: 'not a piece of the site',
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
export function printFolderReport({ stdout, stderr }: CommandContext, report: ImportReport, isJson: boolean): void {
  for (const { file, line, message } of report.failed) say(stderr, `${file}:${line ?? 1}: ${message}`);
  for (const file of report.passedOver.slice(0, NAMED))
    say(stderr, `${file}: skipped, ${isHidden(file) ? 'its name begins with a dot' : 'it is not Markdown'}.`);
  for (const { file, line, name, value } of report.leftOut.slice(0, NAMED))
    say(stderr, `${file}:${line}: ${name} is left out: "${printable(value)}" is not a language tag such as en, pt-BR or zh-Hant.`);
  if (isJson) return;
  const passedOver = report.passedOver.length > 0 ? ` ${report.passedOver.length} other files skipped.` : '';
  const moved = report.moved > 0 ? ` ${report.moved} were moved.` : '';
  const leftOut = report.leftOut.length > 0 ? ` Languages left out: ${report.leftOut.length}.` : '';
  const unchanged = report.created + report.updated === 0 ? ' Nothing changed.' : '';
  say(
    stdout,
    `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${report.failed.length} failed.${moved}${leftOut}${passedOver}${unchanged}`,
  );
}

/** Prints the result of importing a site: errors to stderr, totals to stdout. */
export function printSiteReport({ stdout, stderr }: CommandContext, report: SiteImportReport, isJson: boolean): void {
  const refused = report.failed.filter(({ code }) => code === REFUSED);
  for (const each of [...report.failed, ...report.conflicts]) if (each.code !== REFUSED) say(stderr, problem(each));
  if (refused.length > 0) printRefused(stderr, refused);
  for (const each of report.failedFiles) say(stderr, `${problem(each)} It keeps its original address.`);
  const { endedEarly } = report;
  if (endedEarly) {
    const item =
      endedEarly.insideItemAtLine === undefined ? '' : ` Not imported: the item that begins at line ${endedEarly.insideItemAtLine}.`;
    say(
      stderr,
      `The file ends early, at line ${endedEarly.line}, column ${endedEarly.column}: ${endedEarly.message} Everything before was imported.${item}`,
    );
  }
  if (isJson) return;
  for (const { type, reason, count } of report.skipped) {
    const advice = reason === 'type_not_imported' && !NO_PIECES.has(type) ? `; --also ${printable(type)} imports it as articles` : '';
    say(stdout, `  ${count} × ${printable(type)} left out: ${REASONS[reason]}${advice}`);
  }
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
      `${printable(type)}: ${counts.total} (${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${counts.skipped} left out)`,
    );
  }
  const problems = `${report.conflicts.length} edited on both sides, ${report.failed.length} failed`;
  const unchangedNote = report.created + report.updated === 0 ? ' Nothing changed.' : '';
  const dryRun = report.dryRun ? ' This was a dry run: nothing was written.' : '';
  say(
    stdout,
    `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${problems}.${dryRun || unchangedNote}`,
  );
  if (report.filesElsewhere > 0) {
    const files = report.filesElsewhere === 1 ? '1 picture or other file stays' : `${report.filesElsewhere} pictures and other files stay`;
    say(stdout, `${files} at the other site; --fetch-files stores them here.`);
  }
}

/** All of them on one line: the reasons are the newsroom's rules, and the same for most. */
function printRefused(stderr: NodeJS.WritableStream, refused: readonly ItemProblem[]): void {
  const reasons = [...new Set(refused.map(({ message }) => printable(message)))];
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more reasons)` : '';
  const pieces = refused.length === 1 ? `1 piece is refused` : `${refused.length} pieces are refused`;
  say(
    stderr,
    `${pieces} by the rules of this newsroom: ${reasons[0]}${more} --draft imports them as drafts. --json names each; docs/imports.md explains how to import a published archive.`,
  );
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

function problem({ type, id, title, line, message }: ItemProblem): string {
  const where = line === undefined ? '' : ` (line ${line})`;
  return `${printable(type)} ${printable(id)}${where}${title === id || title === '' ? '' : ` "${printable(title)}"`}: ${printable(message)}`;
}

/** Names come from untrusted files, and a terminal interprets control characters. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
