import { collection, datetime, object, reference, text } from '@colophon/core';
import { User, Users } from '../user.ts';

/** A code that replaces the second factor, once. Only its SHA-256 is stored: it has 120 random bits. */
export class RecoveryCode extends object(
  {
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    hash: text({ required: true, private: true }),
    usedAt: datetime(),
  },
  {
    table: 'recovery_codes',
    kept: 'secret',
    api: false,
    mcp: false,
    cli: false,
    unique: [['hash']],
    indexes: [['userId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Codes that replace the second factor, once each.',
  },
) {}

export class RecoveryCodes extends collection(RecoveryCode, { requires: () => [Users] }) {}
