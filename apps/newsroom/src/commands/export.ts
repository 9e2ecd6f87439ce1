import { type Command, say, TENANT, tenantIdOf, withDatabase } from '@colophon/app';
import { SYSTEM_CALL } from '@colophon/core';
import { exportMarkdownFolder, type LeftOutCounts, type LeftOutKind } from '@colophon/content';
import { printProblems } from './print-problems.ts';

/** One of a kind, and several. */
const KINDS: Readonly<Record<LeftOutKind, readonly [string, string]>> = {
  facts: ['fact', 'facts'],
  references: ['reference', 'references'],
  assets: ['asset', 'assets'],
  thumbnails: ['thumbnail', 'thumbnails'],
  reviews: ['review', 'reviews'],
  versions: ['version', 'versions'],
  accounts: ['signed account', 'signed accounts'],
  translations: ['translation link', 'translation links'],
  comments: ['comment', 'comments'],
  chats: ['chat', 'chats'],
  mirrors: ['source of a mirror', 'sources of mirrors'],
  deleted: ['deleted piece', 'deleted pieces'],
  trashed: ['draft in the trash', 'drafts in the trash'],
};

/** `newsroom export`: writes articles as Markdown with their original front matter and body. */
export const exportFolder: Command = {
  name: 'export',
  summary: 'Export texts as Markdown with front matter, which states corrections and retractions; nothing else that hangs on them.',
  arguments: [{ name: 'folder', about: 'the folder for the files; created if it does not exist' }],
  options: { tenant: TENANT, json: { about: 'print the report as JSON' } },
  async run(input, context) {
    const { stdout, stderr } = context;
    return withDatabase(context, async (database) => {
      const tenantId = await tenantIdOf(database, input.option('tenant'));
      const report = await exportMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: input.argument('folder'),
        tenantId,
      });
      const isJson = input.option('json') !== undefined;
      const failed = report.failed.map(({ slug, code, message }) => ({ code, message, line: `${slug}: ${message}` }));
      printProblems(stderr, failed, { what: 'record' });
      if (isJson) say(stdout, JSON.stringify(report, null, 2));
      else {
        printLeftOut(stdout, report.leftOut);
        say(stdout, `${report.written} written, ${report.unchanged} unchanged, ${report.failed.length} failed.`);
      }
      return report.failed.length > 0 ? 1 : 0;
    });
  },
};

/** Nobody may take the folder for all there is. */
function printLeftOut(stdout: NodeJS.WritableStream, leftOut: LeftOutCounts): void {
  const counts = (Object.entries(leftOut) as [LeftOutKind, number][]).map(
    ([kind, count]) => `${count} ${KINDS[kind][count === 1 ? 0 : 1]}`,
  );
  if (counts.length > 0) say(stdout, `Texts and their corrections only. Left out: ${counts.join(', ')}.`);
}
