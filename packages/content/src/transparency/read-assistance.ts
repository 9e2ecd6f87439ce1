import { type Database, hasTable } from '@colophon/core';
import { preparedQuery } from '../record/prepared-query.ts';
import { peopleOf } from '../record/people.ts';

/** What a program changed in a piece by one of its tools, on the approval of one person. */
export interface Assistance {
  /** The kind of program. */
  readonly agent: 'assistant';
  readonly model: string | null;
  /** The tool that acted. */
  readonly tool: string;
  /** The fields that it changed. */
  readonly fields: readonly string[];
  /** Who approved it; null if their name is not known. */
  readonly approvedBy: string | null;
  /** The number of approvals, each for one call. */
  readonly approvals: number;
  /** The records of the approvals, the latest first, at most a hundred; each is in the audit log. */
  readonly approvalIds: readonly string[];
  readonly first: string;
  readonly last: string;
}

const MOST_IDS = 100;
/** The latest calls that an account names. */
const MOST_CALLS = 1000;

/** The calls whose changes are in the piece: those taken back, and those never used, are not. */
const APPLIED = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('content_chat_proposals as proposal')
    .innerJoin('pending_calls as call', 'call.id', 'proposal.approvalId')
    .select(['call.id', 'call.operation', 'call.decidedBy', 'call.decidedAt', 'call.result', 'proposal.model'])
    .where('proposal.contentId', '=', contentId)
    .where('proposal.status', '=', 'applied')
    .where('call.state', '=', 'done')
    .orderBy('call.decidedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(MOST_CALLS),
);

/** Reads what programs changed in a piece and on whose approval, the latest first. */
export async function readAssistance(database: Database, contentId: string): Promise<Assistance[]> {
  if (!(await hasTable(database, 'content_chat_proposals'))) return [];
  const { dialect } = database;
  const rows = (await database.all(APPLIED(dialect, [contentId]))).map((row) => ({
    id: String(row['id']),
    tool: String(row['operation']),
    model: textOrNull(row['model']),
    decidedBy: textOrNull(row['decidedBy']),
    at: String(dialect.decode('datetime', row['decidedAt'] ?? null)),
    fields: fieldsOf(dialect.decode('json', row['result'] ?? null)),
  }));
  if (rows.length === 0) return [];
  const names = await peopleOf(
    database,
    rows.map(({ decidedBy }) => decidedBy),
  );
  const groups = Map.groupBy(rows, ({ tool, model, decidedBy }) => JSON.stringify([tool, model, decidedBy]));
  return [...groups.values()].map((calls) => {
    const [latest] = calls as [(typeof calls)[number]];
    return {
      agent: 'assistant',
      model: latest.model,
      tool: latest.tool,
      fields: [...new Set(calls.flatMap(({ fields }) => fields))].toSorted(),
      approvedBy: (latest.decidedBy === null ? undefined : names.get(latest.decidedBy)?.name) ?? null,
      approvals: calls.length,
      approvalIds: calls.slice(0, MOST_IDS).map(({ id }) => id),
      first: calls.at(-1)?.at ?? latest.at,
      last: latest.at,
    };
  });
}

function fieldsOf(result: unknown): string[] {
  const fields = (result as { fields?: unknown } | null)?.fields;
  return Array.isArray(fields) ? fields.filter((each) => typeof each === 'string') : [];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
