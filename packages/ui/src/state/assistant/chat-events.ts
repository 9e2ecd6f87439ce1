import { isPlainObject } from '@colophon/base';
import { type ChatEvent, isMessage, isProposal, putMessage, type ThreadRecord } from './chat-records.ts';

/** The outcome of an event. */
interface Taken extends ThreadRecord {
  /** The reply is complete. */
  readonly isDone: boolean;
  /** The reply has begun. */
  readonly hasBegun: boolean;
  /** Messages of another window are missing before it. */
  readonly isBehind: boolean;
}

interface Delta {
  readonly messageId: string;
  readonly offset: number;
  readonly text: string;
}

/** Returns a thread after an event of its stream. Repeated events change nothing: a stream that is followed again starts over. */
export function takeEvent({ messages, proposals }: ThreadRecord, { event, data }: ChatEvent): Taken {
  const value = eventOf(data);
  const same: Taken = { messages, proposals, isDone: false, hasBegun: false, isBehind: false };
  if (event === 'message') return { ...same, ...begun(messages, value) };
  if (event === 'delta') {
    const { messageId, offset, text } = value as unknown as Delta;
    const found = messages.find(({ id }) => id === messageId);
    if (!found || typeof text !== 'string' || !(offset <= found.content.length)) return same;
    return { ...same, messages: putMessage(messages, { ...found, content: `${found.content.slice(0, offset)}${text}` }) };
  }
  if (event === 'proposal' && isProposal(value) && !proposals.some(({ id }) => id === value.id))
    return { ...same, proposals: [...proposals, value] };
  if (event !== 'done' && event !== 'error') return same;
  const { message } = value;
  return { ...same, messages: isMessage(message) ? putMessage(messages, message) : messages, isDone: true };
}

function begun(messages: ThreadRecord['messages'], { userMessage, agentMessage }: Readonly<Record<string, unknown>>): Partial<Taken> {
  const known = messages.reduce((highest, { sequence = 0 }) => Math.max(highest, sequence), 0);
  const said = isMessage(userMessage) ? putMessage(messages, userMessage) : messages;
  return {
    messages: isMessage(agentMessage) ? putMessage(said, { ...agentMessage, status: 'streaming' }) : said,
    hasBegun: true,
    isBehind: isMessage(userMessage) && (userMessage.sequence ?? 0) > known + 1,
  };
}

/** Parses an event; empty if it is not an event of a chat. */
function eventOf(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
