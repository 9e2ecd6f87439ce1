import { collection, datetime, integer, object, type SaveContext, text, ValidationError } from '@colophon/core';
import { normalizeEmail } from '../text/email.ts';
import { recordChange } from '../security/record-event.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

const EMAIL = /^[^\s@"<>()[\]\\,;:]{1,64}@[^\s@"<>()[\]\\,;:]{1,190}$/;

/** A user who can sign in. */
export class User extends object(
  {
    email: text({ required: true, maxLength: 254 }),
    name: text({ required: true, maxLength: 200 }),
    passwordHash: text({ private: true }),
    disabledAt: datetime({ description: 'When the account was disabled; every session ended with it.' }),
    accessEpoch: integer({
      default: 0,
      description: "Incremented when all of the person's access is ended. Sessions and links of an earlier epoch are invalid.",
    }),
  },
  {
    table: 'users',
    api: false,
    mcp: false,
    cli: false,
    unique: [['email']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'People who can sign in.',
  },
) {
  protected override async beforeSave(): Promise<void> {
    this.email = normalizeEmail(String(this.email ?? ''));
    if (EMAIL.test(this.email)) return;
    throw ValidationError.of([{ pointer: '/email', code: 'not_an_address', detail: 'must be an e-mail address such as ada@news.example' }]);
  }

  protected override async afterSave({ database, call, created, changed }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
    const about = { userId: this.id, subject: this.email };
    if (!created && changed.includes('passwordHash')) await recordChange(database, call, { kind: 'password.changed', ...about });
    if (!created && changed.includes('disabledAt') && this.disabledAt !== null)
      await recordChange(database, call, { kind: 'account.disabled', ...about });
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }
}

export class Users extends collection(User) {}
