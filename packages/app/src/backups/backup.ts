import { collection, datetime, integer, NOTHING, object, text } from '@colophon/core';

export const BACKUP_STATES = ['running', 'done', 'failed', 'pruned'] as const;

/** A backup that was made, or is being made. Its contents are at its target. */
export class Backup extends object(
  {
    startedAt: datetime({ required: true, readOnly: true }),
    finishedAt: datetime({ readOnly: true }),
    state: text({ values: BACKUP_STATES, default: 'running', readOnly: true }),
    target: text({ required: true, maxLength: 500, readOnly: true, description: 'The folder or bucket.' }),
    snapshot: text({ maxLength: 60, readOnly: true, description: 'The id of the snapshot at the target.' }),
    rows: integer({ default: 0, minimum: 0, readOnly: true }),
    bytes: integer({ default: 0, minimum: 0, readOnly: true, description: 'Of rows and files, in kilobytes, before compression.' }),
    stored: integer({ default: 0, minimum: 0, readOnly: true, description: 'What was new at the target, in kilobytes.' }),
    files: integer({ default: 0, minimum: 0, readOnly: true }),
    missing: integer({ default: 0, minimum: 0, readOnly: true, description: 'The number of files that the file storage did not have.' }),
    errorCode: text({ maxLength: 100, readOnly: true, description: 'Why it failed.' }),
    heartbeatAt: datetime({ required: true, readOnly: true, description: 'When it was last known to be working.' }),
    verifiedAt: datetime({ readOnly: true, description: 'When its objects were last found complete.' }),
    drilledAt: datetime({ readOnly: true, description: 'When it was last restored for a trial.' }),
    drillFault: text({ maxLength: 500, readOnly: true, description: 'What the last trial found wrong.' }),
  },
  {
    table: 'backups',
    api: { include: ['list', 'get'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get'] },
    access: {
      read: 'admin',
      create: 'nobody',
      update: 'nobody',
      delete: 'nobody',
      // They hold the records of all tenants.
      visible: ({ caller }) => (caller.tenantId === null ? undefined : NOTHING),
    },
    indexes: [['-startedAt'], ['snapshot']],
    orderBy: '-startedAt',
    label: 'Backups',
    description: 'The backups of this application, and what trials of them found.',
  },
) {}

/** All backups. */
export class Backups extends collection(Backup) {}
