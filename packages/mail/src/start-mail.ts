import { type Database, repeat } from '@colophon/core';
import { type SendOptions, sendDueMails } from './outbox/send-mails.ts';
import { type RelayOptions, relayEvents } from './relay/relay-events.ts';

export interface MailOptions extends Omit<RelayOptions, 'makesMails'> {
  /** How mail goes out; undefined where none does: events are passed over then, and nothing is sent. */
  readonly sending?: Omit<SendOptions, 'signal' | 'isStopping' | 'onError' | 'now'> | undefined;
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two rounds. Default: 2000. */
  readonly every?: number;
  /** Milliseconds that mails under way are given when it is stopped. Default: 5000. */
  readonly grace?: number;
}

/**
 * Makes mails of events and sends them, until it is stopped; every process of an application may. It keeps no process alive.
 *
 * @returns what stops it: it claims nothing more, lets what is under way finish for a while, gives back the rest, and settles once
 * the transport is closed
 */
export function startMail(database: Database, options: MailOptions): () => Promise<void> {
  const { sending, onError, every = 2000, grace = 5000, now } = options;
  let isStopping = false;
  const stopping = new AbortController();
  const common = now ? { now } : {};
  const relay = (): Promise<unknown> => relayEvents(database, { ...options, makesMails: sending !== undefined });
  const loops = [repeat({ every, round: relay, onError })];
  if (sending) {
    const round = { ...sending, ...common, onError, signal: stopping.signal, isStopping: () => isStopping };
    loops.push(repeat({ every, round: () => sendDueMails(database, round), onError }));
  }
  return async () => {
    isStopping = true;
    const timer = setTimeout(() => stopping.abort(), grace);
    await Promise.all(loops.map((stop) => stop()));
    clearTimeout(timer);
    await sending?.transport.close?.();
  };
}
