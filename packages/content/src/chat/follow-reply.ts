import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@colophon/core';
import { type ContentChatMessage, ContentChatMessages } from './chat-message.ts';
import type { ContentChatProposal } from './chat-proposal.ts';
import { proposalsOf } from './list-messages.ts';
import { giveUpLostReplies } from './make-reply.ts';
import { runningReply } from './running-replies.ts';

/** An event of a reply, as sent to its followers. */
export type ReplyEvent =
  | { readonly type: 'delta'; readonly messageId: string; readonly offset: number; readonly text: string }
  | { readonly type: 'proposal'; readonly proposal: ContentChatProposal }
  | { readonly type: 'done'; readonly message: ContentChatMessage }
  | { readonly type: 'error'; readonly message: ContentChatMessage; readonly code: string; readonly retryable: boolean };

/** How often the stored reply of another process is polled. */
const LOOK_MS = 500;

/**
 * Follows a reply from an offset in its text, in UTF-16 units, whichever process creates it: from memory in this process, or from
 * the database. No character is repeated or omitted.
 */
export async function* followReply(
  database: Database,
  messageId: string,
  { offset = 0, signal }: { offset?: number; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ReplyEvent> {
  let told = offset;
  const proposals = new Set<string>();
  // One for all changes: a listener for each would stay until the signal aborts.
  const ended = signal && aborted(signal);
  for (;;) {
    if (signal?.aborted) return;
    const running = runningReply(messageId);
    // Registered before reading, so that no change is missed in between.
    const changed = running?.changed();
    const counted = running?.proposals ?? 0;
    const message = running ? undefined : await new ContentChatMessages(database).get(messageId);
    // It ended in between, or it was erased.
    if (!running && !message) return;
    const text = running?.text ?? message?.content ?? '';
    if (text.length > told) {
      yield { type: 'delta', messageId, offset: told, text: text.slice(told) };
      told = text.length;
    }
    if (!running || counted > proposals.size) {
      for (const proposal of await proposalsOf(database, [messageId])) {
        if (proposals.has(proposal.id)) continue;
        proposals.add(proposal.id);
        yield { type: 'proposal', proposal };
      }
    }
    if (message && message.status !== 'streaming') {
      yield endOf(message);
      return;
    }
    if (changed) await Promise.race([changed, ...(ended ? [ended] : [])]);
    else {
      await delay(LOOK_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
      await giveUpLostReplies(database);
    }
  }
}

function endOf(message: ContentChatMessage): ReplyEvent {
  if (message.status !== 'failed') return { type: 'done', message };
  const code = message.errorCode ?? 'chat_unavailable';
  return { type: 'error', message, code, retryable: code !== 'budget_spent' };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
