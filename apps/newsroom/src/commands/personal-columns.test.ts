import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, type Database, type Field, openDatabase, type TableDefinition } from '@colophon/core';
import { beginDraft, EMPTY_VALUES } from '@colophon/draft';
import { expectComplete } from '@colophon/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEWSROOM_MIGRATIONS } from '../server/migrations.ts';
import { COLLECTIONS, newsroomTable } from '../server/objects.ts';
import { runCommand } from '../testing/run-command.ts';

const EMAIL = 'paul@example.org';
const { schema } = newsroomTable();
const TABLES = schema.map(({ name }) => name);
/** The key of the one row of a table. */
const rowOf = (table: string): string => `0190a000-0000-7000-8000-${String(TABLES.indexOf(table)).padStart(12, '0')}`;
const USER = rowOf('users');
const markOf = (column: string): string => `mark-of-${column}`;

/** Columns that hold who did or owns something, without a foreign key: accounts can be removed, and what they did stays. */
const NAMES_AN_ACCOUNT = /^(?:(?:user|owner|author|reviewer|caller)Id|[a-z]+By|participant|recipientKey|writer|email|address)$/;

const DRAFT = beginDraft([EMPTY_VALUES], 1).states[0];

/** By `table.column`: what connects the row with the person, or is not free text. */
const VALUES: Readonly<Record<string, unknown>> = {
  'users.email': EMAIL,
  'one_time_links.email': EMAIL,
  'content_contributors.email': EMAIL,
  'content_contributors.userId': USER,
  'mail_outbox.to': EMAIL,
  'content_chat_proposals.changes': [{ field: 'body', after: markOf('content_chat_proposals.changes') }],
  'content_trash.snapshot': { fields: { metadata: {}, body: markOf('content_trash.snapshot') } },
  'content_draft_states.bytes': DRAFT,
  'content_draft_updates.bytes': new Uint8Array([0, 0]),
  'audit_entries.callerKind': 'user',
  'notification_settings.kind': rowOf('notification_settings'),
};

const FIELDS = new Map<string, Map<string, Field>>();
for (const { objectClass } of COLLECTIONS) {
  const { tableName, fields } = objectClass;
  const known = FIELDS.get(tableName) ?? new Map<string, Field>();
  for (const [name, field] of Object.entries(fields)) known.set(name, field);
  FIELDS.set(tableName, known);
}

/** Each `table.column` with personal data, and each that tells whose a row is. */
const PERSONAL = schema.flatMap(({ name: table, columns }) =>
  columns
    .filter(
      ({ name, kind, references }) =>
        FIELDS.get(table)?.get(name)?.personal === true ||
        references?.table === 'users' ||
        references?.table === 'content_contributors' ||
        (kind === 'text' && NAMES_AN_ACCOUNT.test(name)),
    )
    .map(({ name }) => `${table}.${name}`),
);

function valueOf(
  { name: table, primaryKey }: TableDefinition,
  { name, kind, nullable, references }: TableDefinition['columns'][number],
): unknown {
  const column = `${table}.${name}`;
  if (column in VALUES) return VALUES[column];
  if (primaryKey.length === 1 && name === primaryKey[0]) return rowOf(table);
  if (references !== undefined) return rowOf(references.table);
  const field = FIELDS.get(table)?.get(name);
  if (PERSONAL.includes(column) && field?.personal !== true)
    return /^(?:participant|recipientKey|writer|startedBy)$/.test(name) ? `user:${USER}` : USER;
  if (field?.personal === true) return kind === 'json' ? { [markOf(column)]: true } : kind === 'list' ? [markOf(column)] : markOf(column);
  if (field?.hasDefault === true) return field.default;
  if (nullable) return null;
  if (field?.values !== undefined) return field.values[0];
  return {
    text: `any-of-${column}`,
    reference: '',
    integer: 1,
    real: 1,
    boolean: false,
    datetime: '2026-01-01T00:00:00.000Z',
    json: {},
    list: [],
    bytes: new Uint8Array(),
  }[kind];
}

const because = (reason: string, ...columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, reason]));

const SHORT_LIVED = because(
  'belongs to a sign-in, a link or a job, and is deleted some time after that has ended',
  'device_logins.userId',
  'device_logins.address',
  'oidc_states.userId',
  'passkey_challenges.userId',
  'one_time_links.email',
  'one_time_links.invitedBy',
  'jobs.callerId',
  'jobs.submittedBy',
);
const NOT_EXPORTED = {
  ...SHORT_LIVED,
  ...because(
    'belongs to a piece, which is exported by its id',
    'contents.authors',
    'content_trash.title',
    'content_trash.snapshot',
    'content_trash.draft',
  ),
  ...because(
    'is told by the piece, the day and how much was written',
    'content_drafts.startedBy',
    'content_draft_clients.writer',
    'content_draft_updates.writer',
  ),
};
const NOT_ERASED = {
  ...SHORT_LIVED,
  ...because(
    'belongs to the account, which stays: `user disable` and `user remove` end it',
    'users.email',
    'memberships.userId',
    'sessions.userId',
    'sessions.address',
    'oauth_grants.userId',
    'passkeys.userId',
    'user_identities.userId',
    'totp_secrets.userId',
    'recovery_codes.userId',
    'security_events.userId',
    'mail_outbox.recipientKey',
  ),
  ...because(
    'says which account did something, without further data, and is evidence of it',
    'audit_entries.callerId',
    'memberships.grantedBy',
    'contents.ownerId',
    'contents.updatedBy',
    'content_versions.createdBy',
    'content_corrections.issuedBy',
    'content_reviews.reviewerId',
    'content_preview_links.createdBy',
    'content_trash.ownerId',
    'content_trash.deletedBy',
    'content_comments.authorId',
    'content_comments.resolvedBy',
    'pending_calls.userId',
    'pending_calls.decidedBy',
  ),
  ...because('names the editor who decided, not the contributor', 'content_contributions.decidedBy'),
  ...because('leads to the contributor, who is emptied', 'content_contributions.contributorId'),
  ...because('the byline of a piece, which only an editor removes (`removeByline`)', 'contents.authors'),
  ...because(
    'a draft, which is deleted for good some days after its removal',
    'content_trash.title',
    'content_trash.snapshot',
    'content_trash.draft',
  ),
};

describe('every column with personal data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsroom-personal-'));
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'newsroom.sqlite')}`, FILES_URL: join(folder, 'files') };
  let database: Database;
  let seeded: ReadonlyMap<string, unknown>;
  beforeAll(async () => {
    database = await openDatabase(settings.DATABASE_URL);
    await applyMigrations(database, schema, { files: NEWSROOM_MIGRATIONS });
    for (const table of schema) {
      const values = table.columns.map((column) => [column.name, database.dialect.encode(column.kind, valueOf(table, column))]);
      await database.run(database.dialect.builder.insertInto(table.name).values(Object.fromEntries(values)).compile());
    }
    seeded = await stored();
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** The stored values of the seeded row of each column. */
  async function stored(): Promise<Map<string, unknown>> {
    const values = new Map<string, unknown>();
    for (const column of PERSONAL) {
      const [table = '', name = ''] = column.split('.');
      const query = database.dialect.builder.selectFrom(table).select(name);
      const key = schema.find((each) => each.name === table)?.primaryKey[0] ?? 'id';
      const row = await database.first(query.where(key, '=', rowOf(table)).compile());
      values.set(column, row?.[name]);
    }
    return values;
  }

  it('is in the export of a person', async () => {
    const { status, stdout } = await runCommand(['person', 'export', '--email', EMAIL], settings);
    expect(status).toBe(0);
    const exported = PERSONAL.filter((column) => {
      const table = column.split('.')[0] ?? '';
      const marked = JSON.stringify(seeded.get(column)).includes(markOf(column));
      return stdout.includes(marked ? markOf(column) : rowOf(table));
    });
    expectComplete('person export', PERSONAL, exported, NOT_EXPORTED);
  });

  it('is cleared or deleted by the erasure of a person', async () => {
    const { status, stderr } = await runCommand(['person', 'erase', '--email', EMAIL], settings);
    expect([status, stderr]).toEqual([0, '']);
    const after = await stored();
    expectComplete(
      'person erase',
      PERSONAL,
      PERSONAL.filter((column) => seeded.get(column) !== after.get(column)),
      NOT_ERASED,
    );
  });
});
