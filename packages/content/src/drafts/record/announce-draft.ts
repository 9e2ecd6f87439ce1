import { type Database, onSignal, signal } from '@colophon/core';

const TOPIC = 'drafts';

/** Who is where in a draft: passed on, and never stored. */
export interface DraftPresence {
  readonly client: number;
  readonly userId: string;
  readonly name: string | null;
  readonly field: string;
  readonly anchor: string;
  readonly head: string;
  readonly isWriting: boolean;
  /** Whether the editor is closed: it is not there any more. */
  readonly isGone?: boolean;
}

/** What a signal about a draft says: that it was changed, or where somebody is. */
export interface DraftSignal {
  readonly contentId: string;
  readonly presence?: DraftPresence | undefined;
}

/** Tells every process that the draft of a piece was changed, or who is where in it, after the ambient transaction. */
export function announceDraft(database: Database, contentId: string, presence?: DraftPresence): void {
  signal(database, TOPIC, JSON.stringify({ contentId, ...(presence ? { presence } : {}) } satisfies DraftSignal));
}

/** Calls `listener` with each signal about a draft, and with undefined when some may have been missed. @returns a function that unsubscribes */
export function onDraftSignal(database: Database, listener: (told: DraftSignal | undefined) => void): () => void {
  return onSignal(database, TOPIC, (text) => {
    if (text === undefined) listener(undefined);
    const told = text === undefined ? undefined : readSignal(text);
    if (told) listener(told);
  });
}

/** Anybody with access to the database can send a signal. */
function readSignal(text: string): DraftSignal | undefined {
  try {
    const told = JSON.parse(text) as DraftSignal | null;
    return typeof told?.contentId === 'string' ? told : undefined;
  } catch {
    return undefined;
  }
}
