import { Fragment, type ReactElement, useEffect } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import { type ChatMessage, isUnsent } from '../../state/assistant/chat-records.ts';
import type { ChatSession } from '../../state/assistant/chat-session.ts';
import type { AssistantContext } from '../../state/assistant/context.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';
import { Loaded } from '../controls/Loaded.tsx';
import { useStore } from '../provider/use-store.ts';
import { useWords } from '../provider/use-words.ts';
import { ChatLine } from './ChatLine.tsx';
import { useEndOfLog } from './use-end-of-log.ts';

const loadProposal = () => import('./ProposalCard.tsx');

interface ChatLogProps {
  readonly session: ChatSession;
  readonly assistant: AssistantRegistration | AssistantContext | null;
  /** Sends a message again; with the id of the rejected one that it replaces. */
  readonly onSay: (content: string, instead?: string) => void;
}

/** The messages of a thread, each with the changes that it proposes; the end is in view as it grows. */
export function ChatLog({ session, assistant, onSay }: ChatLogProps): ReactElement {
  const words = useWords(chatEn);
  const { messages, proposals, threadId, isReplying } = useStore(session);
  const { log, lines, onScroll, toEnd } = useEndOfLog();
  const unsent = messages.findLast(isUnsent)?.id;
  // Another thread, and what somebody just said, is shown from its end.
  useEffect(toEnd, [threadId, unsent]);
  const cards = (messageId: string | null): readonly ReactElement[] =>
    proposals
      .filter((proposal) => (messages.some(({ id }) => id === proposal.messageId) ? proposal.messageId : null) === messageId)
      .map((proposal) => (
        <Loaded key={proposal.id} load={loadProposal}>
          {({ ProposalCard }) => (
            <ProposalCard proposal={proposal} assistant={assistant} onDecide={(what) => void session.decide(proposal.id, what)} />
          )}
        </Loaded>
      ));
  return (
    <div className="colo-chat-log" role="log" aria-live="off" aria-label={words['chat.log']} tabIndex={0} ref={log} onScroll={onScroll}>
      <div className="colo-chat-lines" ref={lines}>
        {messages.length === 0 && <p className="colo-quiet">{words['chat.empty']}</p>}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            <ChatLine message={message} onAgain={isReplying ? undefined : againOf(messages, index, onSay)} />
            {cards(message.id)}
          </Fragment>
        ))}
        {cards(null)}
      </div>
    </div>
  );
}

/** How to send a failed message again, or the one that the last reply failed to answer. */
function againOf(messages: readonly ChatMessage[], index: number, onSay: ChatLogProps['onSay']): (() => void) | undefined {
  const message = messages[index] as ChatMessage;
  if (message.role === 'user') return () => onSay(message.content, message.id);
  const asked = messages[index - 1];
  const isLast = messages.slice(index + 1).every(isUnsent);
  return isLast && asked?.role === 'user' ? () => onSay(asked.content) : undefined;
}
