import { type ReactElement, useEffect, useRef } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import { isUnsent } from '../../state/assistant/chat-records.ts';
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
import { ChatLog } from './ChatLog.tsx';

interface OpenChatProps {
  readonly contentId: string;
  readonly session: ChatSession;
  readonly assistant: AssistantRegistration | AssistantContext | null;
  readonly onProposal: ((proposal: Proposal) => void) | undefined;
}

/** A chat: its threads, messages, proposals, and the box for the next message. */
export function OpenChat({ contentId, session, assistant, onProposal }: OpenChatProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(chatEn);
  const snapshot = useStore(session);
  const { status, notice, problem, threads, threadId, messages, proposals, isReplying } = snapshot;
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const proposal of proposals) if (!told.current.has(proposal.id)) onProposal?.(proposal);
    for (const { id } of proposals) told.current.add(id);
  }, [proposals, onProposal]);
  const wasReplying = useRef(false);
  useEffect(() => {
    const last = messages.at(-1);
    if (wasReplying.current && !isReplying && last !== undefined) {
      if (last.status === 'failed') announce(last.problem?.detail || words['chat.failed'], 'assertive');
      else if (last.role === 'assistant') announce(last.status === 'stopped' ? words['chat.stopped'] : words['chat.answered']);
    }
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
  const say = (content: string, instead?: string): void => void session.say(content, contextOf(assistant), instead);
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
      {problem && <ProblemNotice problem={problem} onRetry={threadId === null ? undefined : () => void session.choose(threadId)} />}
      <ChatLog session={session} assistant={assistant} onSay={say} />
      <ChatBox
        contentId={contentId}
        isReplying={isReplying}
        lastOwn={messages.findLast(({ role }) => role === 'user')?.content ?? ''}
        unsent={messages.findLast(isUnsent)?.content ?? ''}
        onSay={(content) => say(content)}
        onStop={() => void session.stop()}
      />
    </>
  );
}
