import { datetime } from '../fields/datetime.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';

const INTERNAL = {
  api: false,
  mcp: false,
  cli: false,
  audit: false,
  orderBy: 'id',
  access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
} as const;

/** A log of this database. There is one, and another after each restore: going on at old indices would be a second history. */
export class Log extends object(
  {
    number: integer({ required: true, minimum: 1 }),
    origin: text({ required: true, maxLength: 255, description: 'The name of the log, in its heads and its key.' }),
    vkey: text({ required: true, maxLength: 500, description: 'The key that signs its heads, with its name.' }),
    openedAt: datetime({ required: true }),
  },
  { ...INTERNAL, table: 'logs', unique: [['number']], description: 'The transparency logs of this database, the last one open.' },
) {}

/** A numbered entry of a log. */
export class LogEntry extends object(
  {
    log: integer({ required: true, minimum: 1 }),
    index: integer({ required: true, minimum: 0 }),
    kind: text({ required: true, maxLength: 40 }),
    objectId: text({ required: true, maxLength: 300 }),
    leaf: text({ required: true, maxLength: 4000, description: 'What was logged, as canonical JSON.' }),
    leafHash: text({ required: true, maxLength: 43 }),
  },
  {
    ...INTERNAL,
    table: 'log_entries',
    appendOnly: true,
    unique: [
      ['log', 'index'],
      ['log', 'kind', 'objectId'],
    ],
    description: 'The entries of the transparency log, in their order.',
  },
) {}

/** A full tile of a log, which never changes (C2SP tlog-tiles). */
export class LogTile extends object(
  {
    log: integer({ required: true, minimum: 1 }),
    level: integer({ required: true, minimum: 0 }),
    position: integer({ required: true, minimum: 0 }),
    hashes: text({ required: true, listed: false, maxLength: 11_000, description: '256 hashes in base64url.' }),
    root: text({ required: true, maxLength: 43, description: 'Their root, which is a hash of the level above.' }),
  },
  {
    ...INTERNAL,
    table: 'log_tiles',
    appendOnly: true,
    unique: [['log', 'level', 'position']],
    description: 'The full tiles of the transparency log.',
  },
) {}

/** A signed head of a log. Cosignatures and a time stamp may join it later. */
export class LogHead extends object(
  {
    log: integer({ required: true, minimum: 1 }),
    size: integer({ required: true, minimum: 0 }),
    root: text({ required: true, maxLength: 43 }),
    note: text({ required: true, maxLength: 300_000, listed: false, description: 'The signed head, with the signatures of witnesses.' }),
    token: text({ listed: false, maxLength: 90_000, description: 'A time stamp of the signed head, in base64.' }),
    signedAt: datetime({ required: true }),
  },
  { ...INTERNAL, table: 'log_heads', indexes: [['log', 'size']], description: 'The signed heads of the transparency log.' },
) {}

export class Logs extends collection(Log) {}
export class LogEntries extends collection(LogEntry) {}
export class LogTiles extends collection(LogTile) {}
export class LogHeads extends collection(LogHead) {}
