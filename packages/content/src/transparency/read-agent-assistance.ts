import { type Database, hasTable } from '@colophon/core';
import { peopleOf } from '../record/people.ts';
import { preparedQuery } from '../record/prepared-query.ts';

/** What a program that a person has connected changed in a piece for them. */
export interface AgentAssistance {
  /** The kind of program: a client of the MCP endpoint. */
  readonly agent: 'client';
  /** What it calls itself. */
  readonly client: string;
  /** The host that vouches for it; null if it registered itself. */
  readonly host: string | null;
  readonly verified: boolean;
  /** The person; the name is null if it is not known. */
  readonly actingFor: { readonly name: string | null };
  /** The operations that it used, in the order of their names. */
  readonly operations: readonly string[];
  /** The fields that it changed. */
  readonly fields: readonly string[];
  /** Who approved what needed it; null if nothing did, or their name is not known. */
  readonly approvedBy: string | null;
  readonly approvals: number;
  /** The records of the approvals, the latest first, at most a hundred; each is in the audit log. */
  readonly approvalIds: readonly string[];
  readonly first: string;
  readonly last: string;
}

const MOST_IDS = 100;
/** The latest writes that an account names. */
const MOST_WRITES = 1000;
/** What every save sets. */
const OF_EVERY_SAVE: ReadonlySet<string> = new Set(['rev', 'updated_at', 'created_at', 'updatedBy', 'id']);

const WRITTEN = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('audit_entries')
    .select(['agentId', 'agentName', 'callerId', 'operation', 'approvalId', 'after', 'created_at'])
    .where('objectType', '=', 'contents')
    .where('objectId', '=', contentId)
    .where('agentId', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_WRITES),
);

interface Written {
  readonly clientId: string;
  readonly name: string;
  readonly personId: string | null;
  readonly operation: string | null;
  readonly approvalId: string | null;
  readonly fields: readonly string[];
  readonly at: string;
}

/**
 * Reads from the audit log what agents wrote in a piece and for whom, the latest first. Nothing of it is what a program says of itself, but
 * its name. The entry of the save that publishes the piece is in its transaction already.
 */
export async function readAgentAssistance(database: Database, contentId: string): Promise<AgentAssistance[]> {
  const written = await readWritten(database, contentId);
  if (written.length === 0) return [];
  const names = await peopleOf(
    database,
    written.map(({ personId }) => personId),
  );
  const groups = Map.groupBy(written, ({ clientId, personId }) => JSON.stringify([clientId, personId]));
  return [...groups.values()].map((writes) => {
    const [latest] = writes as [Written];
    const host = hostOf(latest.clientId);
    const name = (latest.personId === null ? undefined : names.get(latest.personId)?.name) ?? null;
    const approvalIds = [...new Set(writes.flatMap(({ approvalId }) => approvalId ?? []))];
    return {
      agent: 'client',
      client: latest.name,
      host,
      verified: host !== null,
      actingFor: { name },
      operations: [...new Set(writes.flatMap(({ operation }) => operation ?? []))].toSorted(),
      fields: [...new Set(writes.flatMap(({ fields }) => fields))].toSorted(),
      // An agent's calls are approved by the person for whom it acts, and by nobody else.
      approvedBy: approvalIds.length > 0 ? name : null,
      approvals: approvalIds.length,
      approvalIds: approvalIds.slice(0, MOST_IDS),
      first: writes.at(-1)?.at ?? latest.at,
      last: latest.at,
    };
  });
}

async function readWritten(database: Database, contentId: string): Promise<Written[]> {
  if (!(await hasTable(database, 'audit_entries'))) return [];
  const { dialect } = database;
  return (await database.all(WRITTEN(dialect, [contentId]))).map((row) => ({
    clientId: String(row['agentId']),
    name: shownName(textOrNull(row['agentName'])),
    personId: textOrNull(row['callerId']),
    operation: textOrNull(row['operation']),
    approvalId: textOrNull(row['approvalId']),
    fields: fieldsOf(dialect.decode('json', row['after'] ?? null)),
    at: String(dialect.decode('datetime', row['created_at'] ?? null)),
  }));
}

/** A program is known by the address of its description, whose host vouches for it, or by the id of its own registration. */
function hostOf(clientId: string): string | null {
  return clientId.startsWith('https://') && URL.canParse(clientId) ? new URL(clientId).host : null;
}

/** A name that somebody else chose, without what changes how the text around it reads, at most 60 characters. */
function shownName(name: string | null): string {
  const plain = (name ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return plain === '' ? 'a program' : plain.slice(0, 60).toWellFormed();
}

function fieldsOf(after: unknown): string[] {
  return typeof after === 'object' && after !== null ? Object.keys(after).filter((name) => !OF_EVERY_SAVE.has(name)) : [];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
