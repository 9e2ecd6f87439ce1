import {
  type Call,
  type Caller,
  collection,
  type Database,
  ForbiddenError,
  hasRole,
  itemsOutput,
  makeCall,
  NOTHING,
  object,
  type Operations,
  SYSTEM,
  text,
  UnauthenticatedError,
  ValidationError,
  where,
} from '@colophon/core';
import { z } from 'zod';
import { mailKind, mailKinds } from '../kinds/mail-kinds.ts';
import type { MailKind } from '../kinds/mail-kind.ts';
import { FREQUENCIES, type Frequency } from '../kinds/frequency.ts';

export const NOTIFICATION_CHANNELS = ['email'] as const;

/** The frequency of a kind of notification for a user. Users see and set their own. */
export class NotificationSetting extends object(
  {
    userId: text({ required: true, maxLength: 200, readOnly: true }),
    kind: text({ required: true, maxLength: 100, readOnly: true }),
    channel: text({ values: NOTIFICATION_CHANNELS, default: 'email', readOnly: true }),
    frequency: text({ values: FREQUENCIES, required: true, readOnly: true }),
  },
  {
    table: 'notification_settings',
    api: { include: ['list', 'get', 'listKinds', 'choose'] },
    mcp: { include: ['listKinds', 'choose'] },
    cli: { include: ['listKinds', 'choose'] },
    audit: false,
    access: {
      read: 'viewer',
      create: 'nobody',
      update: 'nobody',
      delete: 'nobody',
      visible: ({ caller }) => (isPerson(caller) ? where('userId', 'eq', caller.id) : NOTHING),
    },
    unique: [['userId', 'kind', 'channel']],
    label: 'Notification settings',
    description: 'The e-mail notification settings of users.',
  },
) {}

const KIND = z.object({
  kind: z.string(),
  label: z.string(),
  channel: z.enum(NOTIFICATION_CHANNELS),
  frequency: z.enum(FREQUENCIES).describe('now, daily (once a day, in one mail) or off.'),
  isDefault: z.boolean().describe('Whether the user has not chosen a frequency.'),
});
/** The frequency of a kind of notification, set or by default. */
export type KindSetting = z.infer<typeof KIND>;

type Choice = z.infer<typeof Choice>;
const Choice = z.strictObject({
  kind: z.string().min(1).max(100).describe('One of the listed kinds.'),
  frequency: z.enum(FREQUENCIES).describe('now, daily (once a day, in one mail) or off.'),
});

/** The settings of all users. */
export class NotificationSettings extends collection(NotificationSetting) {
  static readonly operations: Operations<NotificationSettings> = {
    listKinds: {
      output: itemsOutput(KIND),
      method: 'GET',
      path: ['kinds'],
      access: mayChoose,
      refusal: 'Only people receive e-mail notifications: sign in, or log in to the command line, as the person.',
      description: 'List the kinds of e-mail notifications available to you, and their frequency.',
    },
    choose: {
      input: Choice,
      output: KIND,
      method: 'PUT',
      path: ['kinds', '{kind}'],
      access: mayChoose,
      refusal: 'Only people receive e-mail notifications: sign in, or log in to the command line, as the person.',
      description: 'Set the frequency of a kind of notification.',
    },
  };

  /** Returns the kinds of notifications available to the caller, with their frequencies. */
  async listKinds(_input?: undefined, call: Call = this.call): Promise<{ items: KindSetting[] }> {
    const userId = requirePerson(call);
    const chosen = await chosenBy(this.database, [userId]);
    return { items: offered(this.database, call.caller).map((kind) => settingOf(kind, chosen.get(`${userId} ${kind.name}`))) };
  }

  /** Sets the frequency of a kind of notification for the caller. */
  async choose({ kind: name, frequency }: Choice, call: Call = this.call): Promise<KindSetting> {
    const userId = requirePerson(call);
    const kind = offered(this.database, call.caller).find((each) => each.name === name);
    if (!kind)
      throw ValidationError.of([
        {
          pointer: '/kind',
          code: 'unknown_kind',
          detail: `must be one of ${
            offered(this.database, call.caller)
              .map((each) => each.name)
              .join(', ') || 'none: no notifications are available'
          }`,
        },
      ]);
    await chooseFrequency(this.database, { userId, kind: name, frequency }, call);
    return settingOf(kind, frequency);
  }
}

/** Stores a frequency on behalf of the application. */
export async function chooseFrequency(
  database: Database,
  { userId, kind, frequency }: { userId: string; kind: string; frequency: Frequency },
  call: Call,
): Promise<void> {
  const settings = new NotificationSettings(database, makeCall({ ...call, caller: SYSTEM }));
  await settings.getOrUpsert({ userId, kind, channel: 'email', frequency });
}

/** Returns the settings of users, by `<userId> <kind>`. */
export async function chosenBy(database: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, Frequency>> {
  if (userIds.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('notification_settings')
    .select(['userId', 'kind', 'frequency'])
    .where('userId', 'in', [...new Set(userIds)])
    .where('channel', '=', 'email');
  const rows = await database.all(query.compile());
  return new Map(rows.map((row) => [`${String(row['userId'])} ${String(row['kind'])}`, row['frequency'] as Frequency]));
}

/** Returns the frequency of a kind for the account of a recipient; for people without one that of the kind. */
export async function frequencyFor(database: Database, recipientKey: string, kind: string): Promise<Frequency> {
  const standard = mailKind(database, kind)?.frequency ?? 'off';
  const userId = userIdOf(recipientKey);
  if (userId === undefined) return standard;
  return (await chosenBy(database, [userId])).get(`${userId} ${kind}`) ?? standard;
}

/** Returns the account of a recipient; undefined for people without one. */
export function userIdOf(recipientKey: string): string | undefined {
  return recipientKey.startsWith('user:') ? recipientKey.slice('user:'.length) : undefined;
}

function offered(database: Database, caller: Caller): readonly MailKind[] {
  return database.ports.use(mailKinds).all.filter(({ role }) => role !== undefined && hasRole(caller, role));
}

function settingOf({ name, label, frequency }: MailKind, chosen: Frequency | undefined): KindSetting {
  return { kind: name, label, channel: 'email', frequency: chosen ?? frequency, isDefault: chosen === undefined };
}

function isPerson(caller: Caller): caller is Caller & { readonly id: string } {
  return caller.kind === 'user' && caller.id !== null;
}

function mayChoose(caller: Caller): boolean {
  return isPerson(caller) && hasRole(caller, 'viewer');
}

/** @throws ForbiddenError for programs, which receive no mail */
function requirePerson({ caller }: Call): string {
  if (isPerson(caller)) return caller.id;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  throw new ForbiddenError('Only people receive e-mail notifications.', { hint: 'Sign in, or log in to the command line, as the person.' });
}
