import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';

/** An event from the outbox of an application: ids and states, without text written by people. */
export interface OutboxEvent {
  readonly id: string;
  /** A number greater than those of all earlier events. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly tenantId: string | null;
  readonly data: JsonObject;
}

/** A source of events. */
export interface EventSource {
  /** The name of the source in the database. */
  readonly name: string;
  /** Returns the number of the latest event; 0 if there is none. */
  last(database: Database): Promise<number>;
  /** Returns the events after a number, in order. */
  read(database: Database, after: number, limit: number): Promise<readonly OutboxEvent[]>;
}
