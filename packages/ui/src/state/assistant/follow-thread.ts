import { ProblemError } from '@colophon/client';
import { pause } from '../pause.ts';
import type { ChatEvent } from './chat-records.ts';

/** How long a stream may be silent before the stored reply is looked at, in milliseconds. */
const SILENCE = 5000;
const LONGEST_WAIT = 10_000;

interface ThreadFollowing {
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** The stream of the reply, from its beginning. */
  readonly events: (ended: AbortSignal) => AsyncIterable<ChatEvent>;
  /** Processes an event; returns whether the reply is complete. */
  readonly take: (event: ChatEvent) => boolean;
  /** Reads the thread; returns whether no reply is being written. */
  readonly isOver: () => Promise<boolean>;
}

/**
 * Follows a reply until it is complete, over lost connections. The stored thread is read whenever the stream ends or is silent: a reply
 * that has ended meanwhile has no stream any more.
 *
 * @throws ProblemError if the thread cannot be read any more
 */
export async function followThread({ signal, events, take, isOver }: ThreadFollowing): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    if (await streamed(events, take, signal)) return;
    if (signal.aborted) return;
    try {
      if (await isOver()) return;
      failures = 0;
    } catch (error) {
      if (isFinal(error)) throw error;
      failures += 1;
    }
    await pause(Math.min(1000 * 2 ** failures, LONGEST_WAIT), signal);
  }
}

/** Processes a stream until it ends, or is silent; returns whether the reply is complete. */
async function streamed(events: ThreadFollowing['events'], take: ThreadFollowing['take'], signal: AbortSignal): Promise<boolean> {
  const silent = new AbortController();
  const ended = AbortSignal.any([signal, silent.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE);
  };
  heard();
  try {
    for await (const event of events(ended)) {
      heard();
      if (take(event)) return true;
    }
  } catch {
    // Whether the thread is still there is asked next.
  } finally {
    clearTimeout(timer);
  }
  return false;
}

function isFinal(error: unknown): boolean {
  return ProblemError.isInstance(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}
