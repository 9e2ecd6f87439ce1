import { collection, datetime, integer, object, reference, type SaveContext, text } from '@colophon/core';
import { recordChange } from '../../security/record-event.ts';
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
    kept: 'secret',
    api: false,
    mcp: false,
    cli: false,
    unique: [['userId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Second factors of people: secrets shared with their authenticator apps.',
  },
) {
  protected override async afterSave({ database, call, changed }: SaveContext): Promise<void> {
    if (!changed.includes('confirmedAt') || this.confirmedAt === null) return;
    await recordChange(database, call, { kind: 'factor.changed', userId: this.userId, data: { change: 'app.added' } });
  }

  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    if (this.confirmedAt === null) return;
    await recordChange(database, call, { kind: 'factor.changed', userId: this.userId, data: { change: 'app.removed' } });
  }
}

export class TotpSecrets extends collection(TotpSecret, { requires: () => [Users] }) {}
