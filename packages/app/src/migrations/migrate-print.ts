import type { Database, MigrationStatus } from '@colophon/core';
import { estimateSteps, type StepEstimate } from '@colophon/core/migrations';
import { say } from '../definition/command-line.ts';
import type { CommandContext } from '../definition/command.ts';

/** Prints what a migration would do, as SQL with comments. */
export async function printPlan(database: Database, status: MigrationStatus, { stdout }: CommandContext): Promise<void> {
  if (status.plan.steps.length === 0 && status.files.length === 0) say(stdout, '-- Nothing to add.');
  const estimates = await estimateSteps(database, status.files);
  for (const [at, { migration, works }] of status.files.entries()) {
    say(stdout, `-- migration ${migration.id}`);
    for (const [index, work] of works.entries()) {
      const estimate = estimates[at]?.[index];
      say(stdout, `-- ${work.summary}${estimate ? costOf(estimate) : ''}`);
      if (work.destroys.length > 0) say(stdout, `-- cannot be undone: ${work.destroys.join(', ')} and its data`);
      for (const list of work.lists ?? []) await printList(database, list, stdout);
      for (const statement of [...work.expand, ...work.validate, ...work.contract]) say(stdout, `${statement};`);
    }
  }
  for (const step of status.plan.steps) {
    say(stdout, `-- ${step.summary}`);
    for (const statement of step.statements) say(stdout, `${statement};`);
  }
  for (const difference of status.differences) say(stdout, `-- blocked by: ${difference}`);
}

/** Prints the rows of a list, each on a line. */
async function printList(
  database: Database,
  { title, sql }: { readonly title: string; readonly sql: string },
  stdout: CommandContext['stdout'],
): Promise<void> {
  const rows = await database.all({ sql, parameters: [], long: true });
  say(stdout, `-- ${rows.length} ${title}${rows.length === 0 ? '' : ':'}`);
  for (const { key, owner } of rows) say(stdout, `--   ${JSON.stringify(key)}${typeof owner === 'string' ? ` of ${owner}` : ''}`);
}

function costOf({ rows, carrying, waiting }: StepEstimate): string {
  const parts = [
    ...(rows > 0 ? [`${rows} rows`] : []),
    ...(carrying >= 1 ? [`values are carried over for about ${Math.ceil(carrying)} s`] : []),
    ...(waiting >= 1 ? [`writers wait for about ${Math.ceil(waiting)} s`] : []),
  ];
  return parts.length > 0 ? `: ${parts.join(', ')}` : '';
}

/** Prints what was begun, and who uses the database. */
export function printUnfinished({ unfinished }: MigrationStatus, { stdout }: CommandContext): void {
  for (const { rows, phase, id, startedAt } of unfinished)
    say(stdout, `- ${id ?? 'additions'}: phase ${phase}, ${rows} rows carried over, begun at ${startedAt}`);
}
