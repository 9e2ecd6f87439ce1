import { collection, datetime, integer, object, reference, text } from '@colophon/core';
import { User, Users } from '../user.ts';

/**
 * The shared secret of a user's authenticator app, encrypted with a key derived from the application's secret. It takes effect once
 * `confirmedAt` is set: the user has then shown a code of it.
 */
export class TotpSecret extends object(
  {
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    sealed: text({ required: true, private: true }),
    lastStep: integer({ description: 'The latest time step with an accepted code; codes of this and earlier steps are rejected.' }),
    confirmedAt: datetime({ description: 'When the user confirmed it with a code; null while it is being set up.' }),
  },
  {
    table: 'totp_secrets',
    api: false,
    mcp: false,
    cli: false,
    unique: [['userId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Second factors of people: secrets shared with their authenticator apps.',
  },
) {}

export class TotpSecrets extends collection(TotpSecret, { requires: () => [Users] }) {}
