import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';

/** Something that happened, as the outbox of an application tells it: ids and states, no text that a person wrote. */
export interface OutboxEvent {
  readonly id: string;
  /** The number that comes after those of all earlier ones. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly tenantId: string | null;
  readonly data: JsonObject;
}

/** Where events come from. */
export interface EventSource {
  /** Its name in the database. */
  readonly name: string;
  /** The number of the latest event; 0 when there is none. */
  last(database: Database): Promise<number>;
  /** The events after a number, in order. */
  read(database: Database, after: number, limit: number): Promise<readonly OutboxEvent[]>;
}
