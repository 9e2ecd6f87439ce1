import { type Command, type CommandContext, say, TENANT, tenantIdOf, withDatabase } from '@colophon/app';
import { SYSTEM_CALL } from '@colophon/core';
import { undoImport, type UndoImportReport } from '@colophon/content';
import { printProblems } from './print-problems.ts';

/** `newsroom import undo`: deletes what an import created, unless it was changed since; repeating it has no effect. */
export const importUndo: Command = {
  name: 'import undo',
  summary: 'Delete what was imported from one source, except what was changed since.',
  arguments: [{ name: 'source', about: 'the name of the source: the address of the site, the path of the folder, or its --source' }],
  options: {
    tenant: TENANT,
    'dry-run': { about: 'list what would be removed, and change nothing' },
    json: { about: 'print the report as JSON' },
  },
  run: (input, context) =>
    withDatabase(context, async (database) => {
      const report = await undoImport({
        database,
        call: SYSTEM_CALL,
        tenantId: await tenantIdOf(database, input.option('tenant')),
        source: input.argument('source'),
        dryRun: input.option('dry-run') !== undefined,
      });
      if (input.option('json') !== undefined) say(context.stdout, JSON.stringify(report, null, 2));
      else printReport(report, context);
      return report.failed.length > 0 ? 1 : 0;
    }),
};

function printReport({ dryRun, removed, changed, pieces, failed, files }: UndoImportReport, { stdout, stderr }: CommandContext): void {
  for (const { id, type, title, status, outcome } of pieces) {
    // Removed pieces are listed by a dry run only: afterwards the trash and the status `deleted` show them.
    if (outcome === 'removed' && !dryRun) continue;
    const verdict = outcome === 'changed' ? 'was changed here since, and is kept' : 'would be removed';
    say(stdout, `${type} ${id} ${JSON.stringify(title)} (${status}): ${verdict}`);
  }
  const problems = failed.map(({ id, title, code, message }) => ({ code, message, line: `${id} ${JSON.stringify(title)}: ${message}` }));
  printProblems(stderr, problems, { what: 'piece' });
  if (files > 0) say(stdout, `${files} ${files === 1 ? 'file stays' : 'files stay'} as assets, because restored pieces may show them.`);
  const unchangedNote = removed === 0 && failed.length === 0 ? ' Nothing changed.' : '';
  say(
    stdout,
    `${removed} ${dryRun ? 'would be removed' : 'removed'}, ${changed} changed here since and kept, ${failed.length} failed.${unchangedNote}`,
  );
  if (dryRun) say(stdout, 'This was a dry run: nothing was written.');
}
