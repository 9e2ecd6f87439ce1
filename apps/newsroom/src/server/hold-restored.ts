import type { Restoring } from '@colophon/app';
import type { Database } from '@colophon/core';

/** Holds mails, and removes the dates of pieces, since what waited may have happened after the backup. Returns lines for the operator. */
export async function holdRestored(database: Database, { isLive, now }: Restoring): Promise<readonly string[]> {
  if (isLive) return [];
  const mails = database.dialect.builder
    .updateTable('mail_outbox')
    .set({ status: 'held', nextAttemptAt: null, reason: 'restored' })
    .where('status', 'in', ['waiting', 'sending']);
  const held = await database.run(mails.compile());
  const schedules = await holdSchedules(database, now);
  return [
    ...(held > 0
      ? [`${held} mails are held: they may have been sent since. Try them again in the desk, or newsroom mail-outbox retry.`]
      : []),
    ...schedules.map((id) => `The date of the piece ${id} has passed and was removed: publish it, or set another one.`),
  ];
}

/** Removes the dates that passed since the backup: the pieces may have been published, and their readers told. */
async function holdSchedules(database: Database, now: Date): Promise<string[]> {
  const { dialect } = database;
  const due = dialect.builder
    .selectFrom('contents')
    .select('id')
    .where('status', 'in', ['draft', 'review'])
    .where('publishAt', '<=', dialect.encode('datetime', now.toISOString()));
  const ids = (await database.all(due.compile())).map(({ id }) => String(id));
  if (ids.length > 0) await database.run(dialect.builder.updateTable('contents').set({ publishAt: null }).where('id', 'in', ids).compile());
  return ids;
}
