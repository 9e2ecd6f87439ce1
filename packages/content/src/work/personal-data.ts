import { type Database, type JsonObject, SYSTEM_CALL } from '@colophon/core';
import { ContentAutosaves } from '../autosave/content-autosave.ts';
import { eraseChatOf, exportChatOf } from '../chat/erase-chat.ts';
import { eraseCommentsOf, exportCommentsOf } from '../comments/personal-comments.ts';
import { type ContentContributor, ContentContributors } from '../contributions/people/content-contributor.ts';
import { normalAddress } from '../contributions/people/email-address.ts';
import { eraseContributor, type ErasureReport } from '../contributions/people/erase.ts';
import { exportContributor, type PersonalData } from '../contributions/people/export-person.ts';
import { readAll } from '../record/read-all.ts';
import { ContentSavedViews } from '../saved-views/content-saved-view.ts';

/** Who somebody is to content: an address that contributions came from, and an account that worked on content. */
export interface PersonInContent {
  readonly email: string;
  /** The account; undefined where there is none, or it is not to be looked at. */
  readonly userId?: string | undefined;
  /** The tenant whose contributions are meant, null for the global ones; undefined means those of all. */
  readonly tenantId?: string | null | undefined;
}

/** All that content keeps about a person. */
export interface PersonExport {
  readonly contributors: readonly PersonalData[];
  readonly comments: readonly unknown[];
  readonly chat: readonly unknown[];
  readonly autosaves: readonly JsonObject[];
  readonly savedViews: readonly JsonObject[];
}

/** What an erasure did. */
export interface PersonErasure {
  readonly contributors: readonly ErasureReport[];
  /** How many of each. */
  readonly comments: number;
  readonly chats: number;
  readonly autosaves: number;
  readonly savedViews: number;
}

/** All that content keeps about a person: what they contributed, commented, talked about with the assistant and typed. */
export async function exportPerson(database: Database, person: PersonInContent): Promise<PersonExport> {
  const { userId } = person;
  const contributors: PersonalData[] = [];
  for (const each of await contributorsOf(database, person)) contributors.push(await exportContributor(each));
  if (userId === undefined) return { contributors, comments: [], chat: [], autosaves: [], savedViews: [] };
  const autosaves = await readAll(new ContentAutosaves(database), { userId });
  const savedViews = await readAll(new ContentSavedViews(database), { ownerId: userId });
  return {
    contributors,
    comments: await exportCommentsOf(database, userId),
    chat: await exportChatOf(database, `user:${userId}`),
    autosaves: autosaves.map((each) => each.toJSON()),
    savedViews: savedViews.map((each) => each.toJSON()),
  };
}

/**
 * Erases what content keeps about a person: contributors as their own erasure does, comments are blanked, chats, autosaves and
 * views that are not shared are removed. Pieces and their versions stay.
 */
export async function erasePerson(database: Database, person: PersonInContent, reason?: string): Promise<PersonErasure> {
  const { userId } = person;
  const contributors: ErasureReport[] = [];
  for (const each of await contributorsOf(database, person))
    contributors.push(await eraseContributor(each, { reason: reason ?? null }, SYSTEM_CALL));
  if (userId === undefined) return { contributors, comments: 0, chats: 0, autosaves: 0, savedViews: 0 };
  const comments = await eraseCommentsOf(database, userId);
  const chats = await eraseChatOf(database, `user:${userId}`);
  const { dialect } = database;
  const { builder } = dialect;
  const autosaves = await database.run(builder.deleteFrom('content_autosaves').where('userId', '=', userId).compile());
  const ownViews = builder
    .deleteFrom('content_saved_views')
    .where('ownerId', '=', userId)
    .where('shared', '=', dialect.encode('boolean', false));
  return { contributors, comments, chats, autosaves, savedViews: await database.run(ownViews.compile()) };
}

/** Their records as a contributor, one in each tenant for each address that they used: of the address, and of the account. */
async function contributorsOf(database: Database, { email, userId, tenantId }: PersonInContent): Promise<ContentContributor[]> {
  const within = tenantId === undefined ? {} : { tenantId };
  const byAddress = await readAll(new ContentContributors(database), { email: normalAddress(email, '/email'), ...within });
  const byAccount = userId === undefined ? [] : await readAll(new ContentContributors(database), { userId, ...within });
  const known = new Set(byAddress.map(({ id }) => id));
  return [...byAddress, ...byAccount.filter(({ id }) => !known.has(id))];
}
