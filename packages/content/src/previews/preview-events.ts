import type { Database } from '@colophon/core';
import { eventStream, type StreamEvent, StreamPlaces } from '@colophon/core/rest';
import { contentChanges } from '../record/content-signal.ts';
import type { Preview } from './preview.ts';

/** Between two looks without a change, in milliseconds: a link also ends by itself. */
const LOOK_EVERY_MS = 15_000;
const LONGEST_MS = 3_600_000;
const PLACES = new StreamPlaces({ each: 20, message: 'Too many people are already following this preview.', retryAfter: 30 });

interface Following {
  readonly database: Database;
  /** What the link showed when it was opened. */
  readonly shown: Preview;
  /** Returns what the link currently shows. @throws NotFoundError once it has ended */
  readonly look: () => Promise<Preview>;
}

export interface PreviewEventParts extends Following {
  readonly request: Request;
  readonly token: string;
  readonly closing: AbortSignal | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * Streams changes of a preview as server-sent events: `changed {rev}`. It ends with the link.
 *
 * @throws ColophonError 429 beyond 20 streams of a link
 */
export function previewEvents({ token, ...parts }: PreviewEventParts): Response {
  return eventStream({
    ...parts,
    places: PLACES,
    who: token,
    retry: 5000,
    longest: LONGEST_MS,
    headers: { 'Referrer-Policy': 'no-referrer' },
    events: (ended) => changes(parts, ended),
  });
}

async function* changes({ database, shown, look }: Following, ended: AbortSignal): AsyncGenerator<StreamEvent> {
  const following = contentChanges(database, shown.id, LOOK_EVERY_MS, ended);
  let { state } = shown;
  do {
    // Asked for before reading, so that no change is missed in between.
    const next = following.next();
    const now = await look();
    if (now.state !== state) {
      ({ state } = now);
      yield { event: 'changed', data: { rev: now.rev } };
    }
    await next;
  } while (!ended.aborted);
}
