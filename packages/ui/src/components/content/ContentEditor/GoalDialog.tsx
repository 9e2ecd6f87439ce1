import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { Modal } from '../../controls/Modal.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

interface GoalDialogProps {
  readonly goal: number | null;
  /** Called with the goal, null for none, or undefined if nothing is to change. */
  readonly onAnswer: (goal: number | null | undefined) => void;
}

const LARGEST = 1_000_000;

/** Asks how many words a text is to have. */
export function GoalDialog({ goal, onAnswer }: GoalDialogProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const [text, setText] = useState(goal === null ? '' : String(goal));
  const [isWrong, setIsWrong] = useState(false);
  const answer = (): void => {
    const number = text.trim() === '' ? null : Number(text.normalize('NFKC'));
    if (number === null || (Number.isSafeInteger(number) && number > 0 && number <= LARGEST)) onAnswer(number);
    else setIsWrong(true);
  };
  return (
    <Modal
      title={words['editor.goal.title']}
      onClose={() => onAnswer(undefined)}
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => onAnswer(undefined)}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={answer}>
            {words['editor.goal.set']}
          </button>
        </>
      }
    >
      <TextField
        label={words['editor.goal.label']}
        value={text}
        onChange={(next) => {
          setText(next);
          setIsWrong(false);
        }}
        error={isWrong ? words['editor.goal.wrong'] : null}
        input={{
          autoFocus: true,
          inputMode: 'numeric',
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            answer();
          },
        }}
      />
    </Modal>
  );
}
