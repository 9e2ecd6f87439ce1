import { type Database, repeat } from '@colophon/core';
import { adoptMails, mailLane } from '../outbox/mail-lane.ts';
import { type SendOptions, sendDueMails } from '../outbox/send-mails.ts';
import { type RelayOptions, relayEvents } from '../relay/relay-events.ts';

export interface MailOptions extends Omit<RelayOptions, 'makesMails'> {
  /** How mail is sent; undefined if it is not configured: events are skipped then, and nothing is sent. */
  readonly sending?: Omit<SendOptions, 'signal' | 'isStopping' | 'onError' | 'now' | 'lane'> | undefined;
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two rounds. Default: 2000. */
  readonly every?: number;
  /** Milliseconds for mails in progress to finish after a stop. Default: 5000. */
  readonly grace?: number;
}

/**
 * Creates mails from events and sends them, until it is stopped; every process of an application can do so. It does not keep the
 * process alive.
 *
 * @returns a function that stops it: it claims nothing more, lets mails in progress finish for a while, releases the rest, and settles once
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
    const lane = mailLane(database, { clock: now && (() => now().getTime()) });
    const sent = { ...sending, ...common, lane, onError, signal: stopping.signal, isStopping: () => isStopping };
    let hasAdopted = false;
    const round = async (): Promise<void> => {
      if (!hasAdopted) await adoptMails(database, lane);
      hasAdopted = true;
      await sendDueMails(database, sent);
    };
    loops.push(repeat({ every, round, wokenBy: (run) => lane.watch(run), onError }));
  }
  return async () => {
    isStopping = true;
    const timer = setTimeout(() => stopping.abort(), grace);
    await Promise.all(loops.map((stop) => stop()));
    clearTimeout(timer);
    await sending?.transport.close?.();
  };
}
