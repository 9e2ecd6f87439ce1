import type { ReactElement } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import type { ChatMessage } from '../../state/assistant/chat-session.ts';
import { useWords } from '../provider/use-words.ts';
import { Markdown } from '../reading/Markdown.tsx';

/** A message. The text of a model is rendered as Markdown without pictures. */
export function ChatLine({ message, onAgain }: { readonly message: ChatMessage; readonly onAgain: () => void }): ReactElement {
  const words = useWords(chatEn);
  const { role, content, status, problem } = message;
  return (
    <div className="colo-chat-line" data-role={role}>
      <p className="colo-chat-who">{role === 'user' ? words['chat.you'] : words['chat.assistant']}</p>
      {role === 'user' ? (
        <p className="colo-chat-said" dir="auto">
          {content}
        </p>
      ) : (
        <Markdown source={content} pictures={false} headingOffset={3} />
      )}
      {role === 'assistant' && status === 'streaming' && <p className="colo-quiet">{words['chat.writing']}</p>}
      {status === 'stopped' && <p className="colo-quiet">{words['chat.stopped']}</p>}
      {status === 'failed' && (
        <div className="colo-actions">
          <p className="colo-field-error">{problem?.detail ?? words['chat.failed']}</p>
          {role === 'user' && (
            <button type="button" className="colo-list-small" onClick={onAgain}>
              {words['chat.again']}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
