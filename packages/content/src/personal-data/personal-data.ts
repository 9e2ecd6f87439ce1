import { type Database, type JsonObject, SYSTEM_CALL, readAll } from '@colophon/core';
import { type DraftWriting, eraseDraftsOf, exportDraftsOf } from '../drafts/erase-drafts.ts';
import { ContentAutosaves } from '../editing/autosave/content-autosave.ts';
import { type ChatExport, eraseChatOf, exportChatOf } from '../chat/erase-chat.ts';
import { eraseCommentsOf, exportCommentsOf } from '../comments/personal-comments.ts';
import { type ContentContributor, ContentContributors } from '../contributions/people/content-contributor.ts';
import { normalAddress } from '../contributions/people/email-address.ts';
import { eraseContributor, type ErasureReport } from '../contributions/people/erase.ts';
import { exportContributor, type PersonalData } from '../contributions/people/export-person.ts';
import { fillSearchWords } from '../search/search-status.ts';
import { ContentSavedViews } from '../editing/saved-views/content-saved-view.ts';

/** Identifies a person: the address of their contributions, and their account. */
export interface PersonInContent {
  readonly email: string;
  /** The account; undefined if there is none, or it is to be ignored. */
  readonly userId?: string | undefined;
  /** The tenant of the contributions, null for global ones; undefined for all tenants. */
  readonly tenantId?: string | null | undefined;
}

/** All content data stored about a person. */
export interface PersonExport extends ChatExport {
  readonly contributors: readonly PersonalData[];
  readonly comments: readonly unknown[];
  readonly autosaves: readonly JsonObject[];
  /** The drafts that they wrote in: the piece, the day, and how much. */
  readonly drafts: readonly DraftWriting[];
  readonly savedViews: readonly JsonObject[];
}

/** The result of an erasure. */
export interface PersonErasure {
  readonly contributors: readonly ErasureReport[];
  /** The number of each. */
  readonly comments: number;
  readonly chats: number;
  readonly autosaves: number;
  readonly drafts: number;
  readonly savedViews: number;
}

/** Exports all content data stored about a person: contributions, comments, chats with the assistant, autosaves and saved views. */
export async function exportPerson(database: Database, person: PersonInContent): Promise<PersonExport> {
  const { userId } = person;
  const contributors: PersonalData[] = [];
  for (const each of await contributorsOf(database, person)) contributors.push(await exportContributor(each));
  if (userId === undefined)
    return {
      contributors,
      comments: [],
      chat: [],
      chatThreads: [],
      chatProposals: [],
      pendingCalls: [],
      autosaves: [],
      drafts: [],
      savedViews: [],
    };
  const autosaves = await readAll(new ContentAutosaves(database), { userId });
  const savedViews = await readAll(new ContentSavedViews(database), { ownerId: userId });
  return {
    contributors,
    comments: await exportCommentsOf(database, userId),
    ...(await exportChatOf(database, `user:${userId}`)),
    autosaves: autosaves.map((each) => each.toJSON()),
    drafts: await exportDraftsOf(database, `user:${userId}`),
    savedViews: savedViews.map((each) => each.toJSON()),
  };
}

/**
 * Erases the content data stored about a person: contributors as in their own erasure, comments are blanked, chats, autosaves and
 * unshared views are deleted, drafts forget who wrote in them. Pieces and their versions stay. Words that are in no text any more are forgotten by searches.
 */
export async function erasePerson(database: Database, person: PersonInContent, reason?: string): Promise<PersonErasure> {
  const { userId } = person;
  const contributors: ErasureReport[] = [];
  for (const each of await contributorsOf(database, person))
    contributors.push(await eraseContributor(each, { reason: reason ?? null }, SYSTEM_CALL));
  // Words that were written about them, and are in no text any more.
  await fillSearchWords(database);
  if (userId === undefined) return { contributors, comments: 0, chats: 0, autosaves: 0, drafts: 0, savedViews: 0 };
  const comments = await eraseCommentsOf(database, userId);
  const chats = await eraseChatOf(database, `user:${userId}`);
  const { dialect } = database;
  const { builder } = dialect;
  const autosaves = await database.run(builder.deleteFrom('content_autosaves').where('userId', '=', userId).compile());
  const ownViews = builder
    .deleteFrom('content_saved_views')
    .where('ownerId', '=', userId)
    .where('shared', '=', dialect.encode('boolean', false));
  const drafts = await eraseDraftsOf(database, `user:${userId}`);
  return { contributors, comments, chats, autosaves, drafts, savedViews: await database.run(ownViews.compile()) };
}

/** Returns their contributor records, one for each tenant and address: those of the address, and those of the account. */
async function contributorsOf(database: Database, { email, userId, tenantId }: PersonInContent): Promise<ContentContributor[]> {
  const within = tenantId === undefined ? {} : { tenantId };
  const byAddress = await readAll(new ContentContributors(database), { email: normalAddress(email, '/email'), ...within });
  const byAccount = userId === undefined ? [] : await readAll(new ContentContributors(database), { userId, ...within });
  const known = new Set(byAddress.map(({ id }) => id));
  return [...byAddress, ...byAccount.filter(({ id }) => !known.has(id))];
}
