import { collection, datetime, list, object, real, reference, type SaveContext, text } from '@colophon/core';
import { recordChange } from '../../security/record-event.ts';
import { User, Users } from '../user.ts';

/** A passkey of a user: the public half of a key pair whose private half never leaves their device or password manager. */
export class Passkey extends object(
  {
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    name: text({ required: true, maxLength: 100, description: 'The name chosen by the person.' }),
    rpId: text({ description: 'The host for which it was created.' }),
    credentialId: text({ required: true, private: true }),
    publicKey: text({ required: true, private: true }),
    counter: real({ default: 0, description: 'The usage counter of the device, up to 2^32; 0 if it does not count.' }),
    transports: list(text()),
    lastUsedAt: datetime(),
  },
  {
    table: 'passkeys',
    kept: 'secret',
    api: false,
    mcp: false,
    cli: false,
    unique: [['credentialId']],
    indexes: [['userId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Passkeys of people.',
  },
) {
  protected override async afterSave({ database, call, created }: SaveContext): Promise<void> {
    if (!created) return;
    await recordChange(database, call, { kind: 'factor.changed', userId: this.userId, data: { change: 'passkey.added' } });
  }

  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    await recordChange(database, call, { kind: 'factor.changed', userId: this.userId, data: { change: 'passkey.removed' } });
  }
}

export class Passkeys extends collection(Passkey, { requires: () => [Users] }) {}
