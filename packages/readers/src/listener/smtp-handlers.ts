import { callbackify } from 'node:util';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { normalAddress } from '../mail/normal-address.ts';
import type { MailListenerOptions } from './mail-listener.ts';

/** The answers to RCPT and DATA. */
export function handlersOf(options: MailListenerOptions, maximumRefusals: number): Pick<SMTPServerOptions, 'onData' | 'onRcptTo'> {
  const refusals = new Map<string, number>();
  return {
    onRcptTo: callbackify((address: SMTPServerAddress, session: SMTPServerSession) =>
      judgeRecipient(options, refusals, maximumRefusals, address, session),
    ),
    onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) => receive(options, stream, session)),
  };
}

async function judgeRecipient(
  options: MailListenerOptions,
  refusals: Map<string, number>,
  maximumRefusals: number,
  { address }: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<void> {
  if (session.envelope.rcptTo.length > 0) throw reply(452, 'One recipient a mail, please: send the next one by itself.');
  const recipient = normalAddress(address);
  let isKnown = false;
  try {
    isKnown = recipient !== undefined && (await options.isRecipient(recipient));
  } catch (error) {
    options.onError?.(error);
    throw reply(451, 'Not now, please try again later.');
  }
  if (isKnown) return;
  const count = (refusals.get(session.id) ?? 0) + 1;
  if (refusals.size > 1000) refusals.clear();
  refusals.set(session.id, count);
  if (count >= maximumRefusals) refusals.delete(session.id);
  throw count >= maximumRefusals ? reply(421, 'Too many unknown recipients.') : reply(550, 'There is no such recipient here.');
}

async function receive(options: MailListenerOptions, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The rest is read and dropped: only then does the other side hear why.
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw reply(552, 'The mail is too large.');
  const { mailFrom, rcptTo } = session.envelope;
  try {
    await options.deliver({
      bytes: Buffer.concat(chunks),
      recipient: normalAddress(rcptTo[0]?.address) ?? '',
      envelopeFrom: mailFrom ? mailFrom.address : '',
      remoteAddress: session.remoteAddress,
      helo: session.hostNameAppearsAs,
    });
  } catch (error) {
    options.onError?.(error);
    throw reply(451, 'Not now, please try again later.');
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
