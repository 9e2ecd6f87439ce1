import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import { TextAreaField } from '../controls/TextAreaField.tsx';
import { useWords } from '../provider/use-words.ts';

interface ChatBoxProps {
  readonly isReplying: boolean;
  /** The last sent message: arrow up restores it into an empty box. */
  readonly lastOwn: string;
  readonly onSay: (content: string) => void;
  readonly onStop: () => void;
}

/** The box for the next message: Enter sends, Shift+Enter begins a line, Mod+. stops the reply. */
export function ChatBox({ isReplying, lastOwn, onSay, onStop }: ChatBoxProps): ReactElement {
  const words = useWords(chatEn);
  const [text, setText] = useState('');
  const say = (): void => {
    if (text.trim() === '' || isReplying) return;
    onSay(text.trim());
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && !isMod) say();
    else if (event.key === '.' && isMod && isReplying) onStop();
    else if (event.key === 'ArrowUp' && text === '' && lastOwn !== '') setText(lastOwn);
    else return;
    event.preventDefault();
  };
  return (
    <div className="colo-stack">
      <TextAreaField
        label={words['chat.box']}
        hint={words['chat.hint']}
        value={text}
        onChange={setText}
        input={{ maxLength: 8000, onKeyDown: press }}
      />
      <div className="colo-actions">
        <button type="button" className="colo-button" data-kind="main" aria-disabled={isReplying || undefined} onClick={say}>
          {words['chat.send']}
        </button>
        {isReplying && (
          <button type="button" className="colo-button" aria-keyshortcuts="Control+." onClick={onStop}>
            {words['chat.stop']}
          </button>
        )}
      </div>
    </div>
  );
}
