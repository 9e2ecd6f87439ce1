import { collection, datetime, list, object, real, reference, text } from '@colophon/core';
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
    api: false,
    mcp: false,
    cli: false,
    unique: [['credentialId']],
    indexes: [['userId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Passkeys of people.',
  },
) {}

export class Passkeys extends collection(Passkey, { requires: () => [Users] }) {}
