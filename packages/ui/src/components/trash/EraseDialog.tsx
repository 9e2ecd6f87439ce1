import { type ReactElement, useRef, useState } from 'react';
import { trashEn } from '../../messages/trash/en.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-snapshot.ts';
import type { TrashEntry } from '../../state/trash.ts';
import { Modal } from '../controls/Modal.tsx';
import { ProblemNotice } from '../controls/Notice.tsx';
import { TextField } from '../controls/TextField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface EraseDialogProps {
  readonly entry: TrashEntry;
  readonly onErase: (entry: TrashEntry) => Promise<void>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for the title before a draft is removed for good. Spaces at its ends, and how letters are composed, are of no account. */
export function EraseDialog({ entry, onErase, onClose, onDone }: EraseDialogProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(trashEn);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const erase = async (): Promise<void> => {
    const isMeant = alike(typed) === alike(entry.title);
    setIsWrong(!isMeant);
    if (!isMeant || isRunning.current) return;
    isRunning.current = true;
    try {
      await onErase(entry);
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  const title = entry.title.trim() === '' ? messages['list.untitled'] : entry.title;
  return (
    <Modal
      title={words['trash.erase.title']({ title })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="danger" onClick={() => void erase()}>
            {words['trash.erase']}
          </button>
        </>
      }
    >
      <p>{words['trash.erase.about']}</p>
      {problem && <ProblemNotice problem={problem} />}
      {entry.title.trim() !== '' && (
        <TextField
          label={words['trash.erase.type']}
          value={typed}
          onChange={setTyped}
          error={isWrong ? words['trash.erase.wrong'] : null}
          input={{
            autoComplete: 'off',
            onKeyDown: (event) => {
              if (event.key === 'Enter') void erase();
            },
          }}
        />
      )}
    </Modal>
  );
}

function alike(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}
