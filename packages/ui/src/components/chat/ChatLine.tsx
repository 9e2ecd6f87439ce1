import type { ReactElement } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import type { ChatMessage } from '../../state/assistant/chat-records.ts';
import { useWords } from '../provider/use-words.ts';
import { AnswerSources } from '../controls/AnswerSources.tsx';
import { Markdown } from '../reading/Markdown.tsx';

interface ChatLineProps {
  readonly message: ChatMessage;
  /** Sends the message again, or the one that it replies to; undefined where that is not possible. */
  readonly onAgain: (() => void) | undefined;
}

/** A message. The text of a model is rendered as Markdown without pictures and automatic links. */
export function ChatLine({ message, onAgain }: ChatLineProps): ReactElement {
  const words = useWords(chatEn);
  const { role, content, status } = message;
  return (
    <div className="colo-chat-line" data-role={role}>
      <p className="colo-chat-who">{role === 'user' ? words['chat.you'] : words['chat.assistant']}</p>
      {role === 'user' ? (
        <p className="colo-chat-said" dir="auto">
          {content}
        </p>
      ) : (
        <>
          <Markdown source={content} pictures={false} automaticLinks={false} headingOffset={3} />
          <AnswerSources sources={message.sources} />
        </>
      )}
      {status === 'streaming' && <p className="colo-quiet">{role === 'user' ? words['chat.sending'] : words['chat.writing']}</p>}
      {status === 'stopped' && <p className="colo-quiet">{words['chat.stopped']}</p>}
      {status === 'done' && content.trim() === '' && <p className="colo-quiet">{words['chat.nothing']}</p>}
      {status === 'failed' && (
        <div className="colo-actions">
          <Failure message={message} />
          {onAgain && (
            <button type="button" className="colo-list-small" onClick={onAgain}>
              {words['chat.again']}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Why it failed, and what to do. */
function Failure({ message: { errorCode, problem } }: { readonly message: ChatMessage }): ReactElement {
  const words = useWords(chatEn);
  const why = {
    reply_timeout: words['chat.failed.timeout'],
    chat_unavailable: words['chat.failed.unavailable'],
    budget_spent: words['chat.failed.budget'],
  }[errorCode ?? ''];
  const errors = problem?.errors.map(({ detail }) => detail) ?? [];
  const told = [problem?.detail || why || words['chat.failed'], ...errors, problem?.hint ?? ''];
  return <p className="colo-field-error">{told.filter((each, index) => each !== '' && told.indexOf(each) === index).join(' ')}</p>;
}
