import { type KeyboardEvent, type ReactElement, useEffect, useState } from 'react';
import { chatEn } from '../../messages/chat/en.ts';
import { TextAreaField } from '../controls/TextAreaField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface ChatBoxProps {
  /** The piece: what is typed about it is kept on the device until it is sent. */
  readonly contentId: string;
  readonly isReplying: boolean;
  /** The last sent message: arrow up restores it into an empty box. */
  readonly lastOwn: string;
  /** A message that was not sent yet; kept like what is in the box. */
  readonly unsent: string;
  readonly onSay: (content: string) => void;
  readonly onStop: () => void;
}

const LONGEST = 8000;

/** The box for the next message: Enter sends, Shift+Enter begins a line, Mod+. stops the reply. */
export function ChatBox({ contentId, isReplying, lastOwn, unsent, onSay, onStop }: ChatBoxProps): ReactElement {
  const { announce, format } = useColophon();
  const words = useWords(chatEn);
  const [text, setText] = useKeptMessage(contentId, unsent);
  const { length } = text.trim();
  const tooLong = length > LONGEST ? words['chat.tooLong']({ count: format.number(length), most: format.number(LONGEST) }) : null;
  const say = (): void => {
    if (length === 0) return;
    if (isReplying || tooLong !== null) return announce(tooLong ?? words['chat.wait'], 'assertive');
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
        error={tooLong}
        value={text}
        onChange={setText}
        input={{ onKeyDown: press }}
      />
      <div className="colo-actions">
        <button
          type="button"
          className="colo-button"
          data-kind="main"
          aria-disabled={isReplying || tooLong !== null || undefined}
          onClick={say}
        >
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

/** The text of the box, kept on the device: a page that is left loses nothing. */
function useKeptMessage(contentId: string, unsent: string): readonly [string, (text: string) => void] {
  const { storage, user } = useColophon();
  const key = `colophon:chat:1:${[user?.id ?? '', contentId].map(encodeURIComponent).join(':')}`;
  const [text, setText] = useState(() => storage?.getItem(key) ?? '');
  const kept = text === '' ? unsent : text;
  useEffect(() => {
    try {
      if (kept === '') storage?.removeItem(key);
      else storage?.setItem(key, kept);
    } catch {
      // Without storage, the text is only in the box.
    }
  }, [kept, key, storage]);
  return [text, setText];
}
