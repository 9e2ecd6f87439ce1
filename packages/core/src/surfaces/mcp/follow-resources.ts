import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import { onSignal } from '../../signals/signal.ts';
import type { Database } from '../../storage/database.ts';
import type { Resources } from './resources.ts';

/** How often it is checked that whoever follows resources may still do so, in milliseconds. */
const CHECKED_EVERY = 10_000;

export interface Following {
  readonly database: Database;
  readonly resources: Resources;
  readonly uris: readonly string[];
  /** The caller as they are now. @throws UnauthenticatedError once they have lost access */
  readonly callNow: () => Promise<Call>;
  /** Ends the stream: called once the caller has lost access, or their request would now be another's. */
  readonly end: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The events of one subscription: each resource that has changed, if its caller may read it at that moment. Nothing is told of one that they
 * may not read, not even that it has changed.
 */
export class FollowedResources implements ServerEventBus {
  readonly #following: Following;

  constructor(following: Following) {
    this.#following = following;
  }

  /** Nobody publishes here: what has changed is read from the database. */
  publish(): void {}

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const { database, resources, uris, end } = this.#following;
    const followed = uris.flatMap((uri) => {
      const found = resources.followed(uri);
      return found ? [{ uri, ...found }] : [];
    });
    let isOver = false;
    // One look after the other, so that none overtakes another.
    let looking: Promise<void> = Promise.resolve();
    const known = new Map<string, number | undefined>();
    const look = (changed: string | undefined, isFirst = false): void => {
      looking = looking
        .then(async () => {
          if (isOver) return;
          const call = await this.#following.callNow();
          for (const { uri, key } of followed) {
            if (changed !== undefined && changed !== key) continue;
            const revision = await resources.revision(uri, call);
            const isChanged = revision !== undefined && revision !== known.get(uri);
            known.set(uri, revision);
            // What concerns the resource may be beside its record, whose revision then stays.
            if (!isOver && !isFirst && revision !== undefined && (isChanged || changed === key))
              listener({ kind: 'resource_updated', uri });
          }
        })
        .catch((error: unknown) => {
          this.#following.onError(error);
          end();
        });
    };
    look(undefined, true);
    const topics = new Set(followed.flatMap(({ kind }) => kind.changes ?? []));
    const unsubscribe = [...topics].map((topic) => onSignal(database, topic, (changed) => look(changed)));
    const timer = setInterval(() => look(undefined), CHECKED_EVERY);
    timer.unref();
    return () => {
      isOver = true;
      clearInterval(timer);
      for (const stop of unsubscribe) stop();
    };
  }
}
