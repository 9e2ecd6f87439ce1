import { repeat } from '@colophon/core';
import type { StoredHead, TransparencyLog } from '@colophon/core/log';
import { createOutbound, type Outbound, OutboundError } from '@colophon/outbound';
import { makeTimeStampRequest, readTimeStampResponse, stampedPart, TimeStampError, verifyTimeStamp } from '@colophon/verify';
import type { Config } from '../settings/config.ts';
import { hostOf, userAgentOf } from './outbound.ts';

/** Who stamps time (RFC 3161), and which certificates must vouch for it. */
export interface TimeAuthorities {
  /** In the order in which they are asked: the first that answers rightly counts. */
  readonly addresses: readonly string[];
  /** In PEM. */
  readonly certificates: string;
}

export interface StampingOptions {
  /** Called with errors; the next round tries again. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two rounds; a minute by default. */
  readonly every?: number;
}

const EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;
const MAXIMUM_ANSWER = 65_536;

/**
 * Gets a time stamp for the last head, at most one a minute: it dates everything that the head covers. Nothing waits for it, and a head that got none
 * is tried again. It does not keep the process alive.
 *
 * @returns a function that stops it
 */
export function startStamping(
  log: TransparencyLog,
  config: Config,
  version: string,
  authorities: TimeAuthorities,
  { onError, every = EVERY_MS }: StampingOptions,
): () => Promise<void> {
  const outbound = createOutbound({
    userAgent: userAgentOf(config.baseUrl, version),
    ...config.outbound,
    // The settings name these hosts, so they may be in the own network.
    allowHosts: [...(config.outbound?.allowHosts ?? []), ...authorities.addresses.map(hostOf)],
  });
  return repeat({ every, round: () => stampLastHead(log, outbound, authorities), onError });
}

/**
 * Gets a time stamp for the last head, unless it has one.
 *
 * @returns whether it has one now, or there is no head
 * @throws AggregateError if no authority has answered rightly
 */
export async function stampLastHead(log: TransparencyLog, outbound: Outbound, authorities: TimeAuthorities): Promise<boolean> {
  const open = await log.current();
  const head = open && (await log.head(open.number));
  if (!head || head.token !== null) return true;
  const errors: unknown[] = [];
  for (const address of authorities.addresses) {
    try {
      const token = await stampOf(head, address, outbound, authorities.certificates);
      await log.addToken(head.id, Buffer.from(token).toString('base64'));
      return true;
    } catch (error) {
      if (!(error instanceof TimeStampError || OutboundError.isInstance(error))) throw error;
      errors.push(new Error(`${new URL(address).host}: ${error.message}`, { cause: error }));
    }
  }
  throw new AggregateError(errors, `No time-stamp authority has stamped the head of ${head.size} entries; it is tried again.`);
}

/** Asks one authority, and verifies its answer before it is stored: its nonce, what it is about, its signer and its certificates. */
async function stampOf({ note }: StoredHead, url: string, outbound: Outbound, authorities: string): Promise<Uint8Array> {
  const data = new TextEncoder().encode(stampedPart(note));
  const { body, nonce } = await makeTimeStampRequest(data);
  const answer = await outbound.request({
    url,
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/timestamp-query' },
    maximumBytes: MAXIMUM_ANSWER,
    timeout: TIMEOUT_MS,
  });
  const token = await readTimeStampResponse(answer.bytes);
  await verifyTimeStamp(token, { data, authorities, nonce });
  return token;
}
