import { isDeepStrictEqual } from 'node:util';
import { type Call, ConflictError, type Database, ForbiddenError, type JsonObject, type SaveContext } from '@colophon/core';
import type { ContentRecord } from '../../record/content-record.ts';
import { peopleOf } from '../../record/people.ts';
import type { AutosaveInput } from './autosave-input.ts';
import { type ContentAutosave, ContentAutosaves } from './content-autosave.ts';

/** After this time without input a person no longer counts as editing. */
const EDITING_MS = 120_000;
const KEPT_MS = 30 * 86_400_000;

/** An autosave without its texts. */
export interface Autosaved {
  readonly baseRev: number;
  readonly currentRev: number;
  readonly sequence: number;
  readonly savedAt: string;
}

/** Somebody who is editing a record. */
export interface Editor {
  readonly userId: string;
  readonly name: string | null;
  readonly since: string;
}

/**
 * Stores the caller's input. Of two concurrent autosaves the one with the higher number is kept.
 *
 * @throws ConflictError `autosave_older` if a newer one exists
 */
export async function keepAutosave(content: ContentRecord, input: AutosaveInput, call: Call): Promise<Autosaved> {
  const { database, id: contentId } = content;
  const userId = personOf(call);
  const { baseRev, sequence } = input;
  const fields = input.fields as JsonObject;
  return database.transaction(async () => {
    await database.lock(`autosave ${contentId} ${userId}`);
    const autosaves = new ContentAutosaves(database, call);
    const standing = await autosaves.find({ contentId, userId });
    const now = call.now();
    if (!standing) {
      const values = { contentId, userId, baseRev, sequence, fields, editingSince: now.toISOString(), tenantId: content.tenantId };
      return told(content, await autosaves.add(values));
    }
    if (sequence <= standing.sequence) {
      if (sequence === standing.sequence && isDeepStrictEqual(fields, standing.fields)) return told(content, standing);
      throw new ConflictError('A newer autosave exists; it may come from another window.', {
        code: 'autosave_older',
        hint: 'Read the autosave and continue from its sequence.',
        extensions: { sequence: standing.sequence },
      });
    }
    if (now.getTime() - Date.parse(standing.updated_at) > EDITING_MS) standing.editingSince = now.toISOString();
    Object.assign(standing, { baseRev, sequence, fields });
    return told(content, await standing.save());
  });
}

/** The caller's unsaved input. Without any, `savedAt` is null, `fields` is empty, and `sequence` is 0, which any autosave exceeds. */
export interface OwnAutosave extends Omit<Autosaved, 'savedAt'> {
  readonly savedAt: string | null;
  readonly fields: JsonObject;
}

/** Returns the caller's unsaved input for a record. That there is none is an answer, not an error: it is so whenever all is saved. */
export async function ownAutosave(content: ContentRecord, call: Call): Promise<OwnAutosave> {
  const own = await findOwn(content, call);
  if (!own) return { baseRev: content.rev, currentRev: content.rev, sequence: 0, savedAt: null, fields: {} };
  return { ...told(content, own), fields: own.fields };
}

/** Deletes the caller's unsaved input, if there is any. */
export async function discardAutosave(content: ContentRecord, call: Call): Promise<void> {
  await (await findOwn(content, call))?.delete();
}

/** Returns who else has edited a record within the last two minutes. */
export async function editorsOf({ database, id }: ContentRecord, call: Call): Promise<Editor[]> {
  const since = new Date(call.now().getTime() - EDITING_MS).toISOString();
  const rows = await new ContentAutosaves(database).list({
    where: { contentId: id, updated_at: { gte: since }, userId: { ne: call.caller.id ?? '' } },
    orderBy: 'editingSince',
    limit: 100,
  });
  const people = await peopleOf(
    database,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ userId, editingSince }) => ({ userId, name: people.get(userId)?.name ?? null, since: editingSince }));
}

/**
 * Deletes the autosave of the person who saves the record, if the save changes a field of the autosave, or no unsaved input is left. A save
 * of something else, such as the status, keeps it.
 */
export async function forgetSaved(content: ContentRecord, { created, changed, database, call }: SaveContext): Promise<void> {
  const { caller } = call;
  if (created || caller.id === null) return;
  const own = await new ContentAutosaves(database, call).find({ contentId: content.id, userId: caller.id });
  if (!own) return;
  const values = content as unknown as Readonly<Record<string, unknown>>;
  const typed = Object.keys(own.fields);
  const isSaved = typed.some((name) => changed.includes(name)) || typed.every((name) => isDeepStrictEqual(values[name], own.fields[name]));
  if (isSaved) await own.delete();
}

/** Deletes autosaves that have not been used for thirty days. */
export async function sweepAutosaves(database: Database, now = new Date()): Promise<void> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - KEPT_MS).toISOString());
  await database.run(database.dialect.builder.deleteFrom('content_autosaves').where('updated_at', '<', before).compile());
}

function findOwn({ database, id: contentId }: ContentRecord, call: Call): Promise<ContentAutosave | undefined> {
  return new ContentAutosaves(database, call).find({ contentId, userId: personOf(call) });
}

function personOf({ caller }: Call): string {
  if (caller.id === null) throw new ForbiddenError('Autosaves belong to a person or a token; the application itself has none.');
  return caller.id;
}

function told({ rev }: ContentRecord, { baseRev, sequence, updated_at }: ContentAutosave): Autosaved {
  return { baseRev, currentRev: rev, sequence, savedAt: updated_at };
}
