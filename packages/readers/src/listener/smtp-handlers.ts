import { callbackify } from 'node:util';
import { throttleKey } from '@colophon/core/throttle';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { normalAddress } from '../mail/normal-address.ts';
import { cleanLine } from '../text/clean-line.ts';
import { ByteGatherer } from './byte-gatherer.ts';
import type { MailListenerOptions } from './types.ts';

export interface Bounds {
  readonly refusals: number;
  readonly connectionsOfNetwork: number;
  readonly mailBytes: number;
  /** The bytes of all mails being received or delivered. */
  readonly heldBytes: number;
  readonly dataTimeout: number;
}

type Handlers = Required<Pick<SMTPServerOptions, 'onClose' | 'onConnect' | 'onData' | 'onRcptTo'>>;

const NOT_NOW = 'Not now, please try again later.';

/** Handles connections, RCPT and DATA. */
export function handlersOf(options: MailListenerOptions, bounds: Bounds): Handlers {
  const refusals = new Map<string, number>();
  const networks = new Map<string, string>();
  const usage = { bytes: 0 };
  return {
    onConnect: (session, callback) => {
      const network = throttleKey(session.remoteAddress);
      const open = [...networks.values()].filter((each) => each === network).length;
      if (open >= bounds.connectionsOfNetwork) return callback(reply(421, 'Too many connections from your network.'));
      networks.set(session.id, network);
      return callback();
    },
    onClose: ({ id }) => {
      networks.delete(id);
      refusals.delete(id);
    },
    onRcptTo: callbackify((address: SMTPServerAddress, session: SMTPServerSession) =>
      judgeRecipient(options, refusals, bounds.refusals, address, session),
    ),
    onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) => receive(options, bounds, usage, stream, session)),
  };
}

async function judgeRecipient(
  options: MailListenerOptions,
  refusals: Map<string, number>,
  maximumRefusals: number,
  { address }: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<void> {
  if (session.envelope.rcptTo.length > 0)
    throw reply(452, 'One recipient per mail, please: send the mail to the next recipient separately.');
  const recipient = normalAddress(address);
  let isKnown = false;
  try {
    isKnown = recipient !== undefined && (await options.isRecipient(recipient));
  } catch (error) {
    options.onError?.(error);
    throw reply(451, NOT_NOW);
  }
  if (isKnown) return;
  const count = (refusals.get(session.id) ?? 0) + 1;
  refusals.set(session.id, count);
  throw count >= maximumRefusals ? reply(421, 'Too many unknown recipients.') : reply(550, 'Unknown recipient.');
}

async function receive(
  options: MailListenerOptions,
  bounds: Bounds,
  usage: { bytes: number },
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const mail = new ByteGatherer(bounds.mailBytes);
  const deadline = performance.now() + bounds.dataTimeout;
  let isDropped = false;
  let reserved = 0;
  const release = (): void => {
    usage.bytes -= reserved;
    reserved = 0;
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // The remaining data is read and discarded, because the client reads the reply only afterwards.
      if (isDropped) continue;
      isDropped = usage.bytes + chunk.length > bounds.heldBytes || performance.now() > deadline || !mail.add(chunk);
      if (isDropped) {
        mail.clear();
        release();
        continue;
      }
      usage.bytes += chunk.length;
      reserved += chunk.length;
    }
    if (stream.sizeExceeded) throw reply(552, 'The mail is too large.');
    if (isDropped) throw reply(451, NOT_NOW);
    const { mailFrom, rcptTo } = session.envelope;
    const refusal = await options
      .deliver({
        bytes: mail.take(),
        recipient: normalAddress(rcptTo[0]?.address) ?? '',
        envelopeFrom: mailFrom ? mailFrom.address : '',
        remoteAddress: session.remoteAddress,
        helo: session.hostNameAppearsAs,
      })
      .catch((error: unknown) => {
        options.onError?.(error);
        throw reply(451, NOT_NOW);
      });
    if (refusal) throw reply(550, cleanLine(refusal.refused, 400) ?? 'The mail is refused.');
  } finally {
    release();
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
