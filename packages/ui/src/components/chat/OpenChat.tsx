import { type ReactElement, useEffect, useRef } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import type { ChatSession } from '../../state/assistant/chat-session.ts';
import type { AssistantContext } from '../../state/assistant/context.ts';
import type { Proposal } from '../../state/assistant/proposal.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';
import { Busy } from '../controls/Busy.tsx';
import { Notice, ProblemNotice } from '../controls/Notice.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useStore } from '../provider/use-store.ts';
import { useWords } from '../provider/use-words.ts';
import { contextOf } from './chat-context.ts';
import { ChatBox } from './ChatBox.tsx';
import { ChatLine } from './ChatLine.tsx';
import { ProposalCard } from './ProposalCard.tsx';

interface OpenChatProps {
  readonly session: ChatSession;
  readonly assistant: AssistantRegistration | AssistantContext | null;
  readonly onProposal: ((proposal: Proposal) => void) | undefined;
}

/** A chat: its threads, messages, proposals, and the box for the next message. */
export function OpenChat({ session, assistant, onProposal }: OpenChatProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(chatEn);
  const snapshot = useStore(session);
  const { status, notice, problem, threads, threadId, messages, proposals, isReplying } = snapshot;
  const told = useRef(0);
  useEffect(() => {
    for (const proposal of proposals.slice(told.current)) onProposal?.(proposal);
    told.current = proposals.length;
  }, [proposals, onProposal]);
  const wasReplying = useRef(false);
  useEffect(() => {
    if (wasReplying.current && !isReplying && messages.at(-1)?.role === 'assistant') announce(words['chat.answered']);
    wasReplying.current = isReplying;
  }, [isReplying, messages, announce, words]);
  if (status === 'loading') return <Busy lines={3} />;
  if (status === 'off')
    return (
      <Notice>
        <p>{notice ?? words['chat.off']}</p>
      </Notice>
    );
  if (status === 'failed' && problem) return <ProblemNotice problem={problem} onRetry={() => void session.open()} />;
  const say = (content: string): void => void session.say(content, contextOf(assistant));
  const options = [{ value: '', label: words['chat.new'] }, ...threads.map(({ id, title }) => ({ value: id, label: title }))];
  return (
    <>
      {threads.length > 0 && (
        <SelectField
          label={words['chat.threads']}
          value={threadId ?? ''}
          options={options}
          onChange={(chosen) => void session.choose(chosen === '' ? null : chosen)}
        />
      )}
      {problem && <ProblemNotice problem={problem} />}
      <div className="colo-chat-log" role="log" aria-live="off" aria-label={words['chat.log']} tabIndex={0}>
        {messages.length === 0 && <p className="colo-quiet">{words['chat.empty']}</p>}
        {messages.map((message) => (
          <ChatLine key={message.id} message={message} onAgain={() => say(message.content)} />
        ))}
        {proposals.map((proposal) => (
          <ProposalCard
            key={proposal.id}
            proposal={proposal}
            assistant={assistant}
            onDecide={(what) => void session.decide(proposal.id, what)}
          />
        ))}
      </div>
      <ChatBox
        isReplying={isReplying}
        lastOwn={messages.findLast(({ role }) => role === 'user')?.content ?? ''}
        onSay={say}
        onStop={() => void session.stop()}
      />
    </>
  );
}
