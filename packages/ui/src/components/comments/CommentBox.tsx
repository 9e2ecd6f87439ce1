import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { commentsEn } from '../../messages/comments/en.ts';
import { mentionAt, type Mentionable, mentionsIn, suggest } from '../../state/comments/mentions.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { ProblemNotice } from '../controls/Notice.tsx';
import { TextAreaField } from '../controls/TextAreaField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { useCommentsView } from './comments-view.ts';

interface CommentBoxProps {
  readonly label: string;
  readonly sendLabel: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Sends it; an exception is shown, and the text is kept. */
  readonly onSend: (text: string, mentions: readonly string[]) => Promise<void>;
  /** Called on Escape, if no suggestion is shown. */
  readonly onLeave?: (() => void) | undefined;
  readonly onCancel?: () => void;
  readonly ref?: Ref<{ readonly focus: () => void }>;
  /** Shown above the box. */
  readonly children?: ReactNode;
}

/** A text box for comments: Mod+Enter sends, Escape returns to the passage, `@` completes names. */
export function CommentBox(props: CommentBoxProps): ReactElement {
  const { label, sendLabel, text, onText, onSend, onLeave, onCancel, children } = props;
  const { messages, announce, format } = useColophon();
  const words = useWords(commentsEn);
  const { people } = useCommentsView();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const area = (): HTMLTextAreaElement | null => box.current?.querySelector('textarea') ?? null;
  useImperativeHandle(props.ref, () => ({ focus: () => area()?.focus() }));
  const completion = useCompletion(people, area);
  const send = async (): Promise<void> => {
    if (isSending || text.trim() === '') return;
    setIsSending(true);
    setProblem(null);
    try {
      await onSend(text.trim(), mentionsIn(text, people));
      announce(words['comments.sent']);
    } catch (error) {
      const refusal = problemOf(error);
      setProblem(refusal.code === 'not_found' ? { ...refusal, detail: words['comments.gone'] } : refusal);
    } finally {
      setIsSending(false);
    }
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || completion.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else if (event.key === 'Escape' && (onCancel ?? onLeave)) (onCancel ?? onLeave)?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const told = people.filter(({ id }) => mentionsIn(text, people).includes(id)).map(({ name }) => name);
  return (
    <div className="colo-comments-box" ref={box}>
      {children}
      <TextAreaField
        label={label}
        hint={told.length > 0 ? words['comments.told']({ names: format.list(told) }) : words['comments.hint']}
        value={text}
        onChange={(next) => {
          onText(next);
          completion.look();
        }}
        input={{ maxLength: 10_000, onKeyDown: press, onBlur: completion.close, onClick: completion.look, ...completion.attributes }}
      />
      <Suggestions completion={completion} />
      {problem && <ProblemNotice problem={problem} />}
      <div className="colo-actions">
        <button type="button" className="colo-button" aria-disabled={isSending || undefined} onClick={() => void send()}>
          {isSending ? words['comments.sending'] : sendLabel}
        </button>
        {onCancel && (
          <button type="button" className="colo-button" onClick={onCancel}>
            {messages['common.cancel']}
          </button>
        )}
      </div>
    </div>
  );
}

interface Completion {
  readonly id: string;
  readonly found: readonly Mentionable[];
  readonly active: number;
  readonly look: () => void;
  readonly close: () => void;
  readonly take: (person: Mentionable) => void;
  /** Handles a key; returns whether it did. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly attributes: object;
}

/** Names that match the text after an `@`. The focus stays in the text; arrow keys move, Enter or Tab selects. */
function useCompletion(people: readonly Mentionable[], area: () => HTMLTextAreaElement | null): Completion {
  const { announce, format } = useColophon();
  const words = useWords(commentsEn);
  const [found, setFound] = useState<readonly Mentionable[]>([]);
  const [active, setActive] = useState(0);
  const id = useId();
  const close = (): void => setFound([]);
  const look = (): void => {
    const element = area();
    if (element === null) return;
    const mention = mentionAt(element.value, element.selectionStart);
    const next = mention === undefined ? [] : suggest(people, mention.typed);
    setFound(next);
    setActive(0);
    if (next.length > 0 && next.length !== found.length) announce(words['comments.suggested']({ count: next.length }, format));
  };
  const take = ({ name }: Mentionable): void => {
    const element = area();
    const mention = element && mentionAt(element.value, element.selectionStart);
    if (!element || !mention) return;
    // Inserted by the element itself, which moves the caret at once: moved later, it would separate letters typed in between.
    element.setRangeText(`@${name} `, mention.start, element.selectionStart, 'end');
    element.dispatchEvent(new Event('input', { bubbles: true }));
    close();
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const person = found[active];
    if (person === undefined) return false;
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % found.length);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || (event.key === 'Tab' && !event.shiftKey)) take(person);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isOpen = found.length > 0;
  const attributes = isOpen
    ? { 'aria-autocomplete': 'list', 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }
    : { 'aria-autocomplete': 'list' };
  return { id, found, active, look, close, take, onKey, attributes };
}

function Suggestions({ completion: { id, found, active, take } }: { readonly completion: Completion }): ReactElement | null {
  const words = useWords(commentsEn);
  if (found.length === 0) return null;
  return (
    <ul className="colo-comments-people" role="listbox" id={id} aria-label={words['comments.suggestions']}>
      {found.map((person, index) => (
        <li
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the box loses the focus, which closes the suggestions.
          onPointerDown={(event) => {
            event.preventDefault();
            take(person);
          }}
        >
          <bdi>{person.name}</bdi>
        </li>
      ))}
    </ul>
  );
}
