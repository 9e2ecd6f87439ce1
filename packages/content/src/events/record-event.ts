import { type Call, type Database, type JsonObject, SYSTEM_CALL } from '@colophon/core';
import { ContentEvents } from './content-event.ts';

/** Something that happened to a record. */
export interface Happening<Kind extends string = string> {
  readonly kind: Kind;
  readonly objectType: string;
  readonly objectId: string;
  readonly tenantId: string | null;
  /** Ids, types and states; no text that a person wrote, and nothing personal. */
  readonly data: JsonObject;
}

/** Writes down that something happened, in the ambient transaction. */
export async function recordEvent(database: Database, { now }: Pick<Call, 'now'>, happening: Happening): Promise<void> {
  await new ContentEvents(database, { ...SYSTEM_CALL, now }).add(happening);
}
