import { type Call, type Database, type JsonObject, SYSTEM_CALL } from '@colophon/core';
import { ContentEvents } from './content-event.ts';

/** An event of a record. */
export interface Happening<Kind extends string = string> {
  readonly kind: Kind;
  readonly objectType: string;
  readonly objectId: string;
  readonly tenantId: string | null;
  /** Ids, types and states; no text written by people, and no personal data. */
  readonly data: JsonObject;
}

/** Records an event in the ambient transaction. */
export async function recordEvent(database: Database, { now }: Pick<Call, 'now'>, happening: Happening): Promise<void> {
  await new ContentEvents(database, { ...SYSTEM_CALL, now }).add(happening);
}
