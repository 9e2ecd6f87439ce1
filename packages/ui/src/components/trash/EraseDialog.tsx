import { type ReactElement, useState } from 'react';
import { trashEn } from '../../messages/trash/en.ts';
import type { TrashEntry } from '../../state/trash.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
import { TextField } from '../controls/TextField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface EraseDialogProps {
  readonly entry: TrashEntry;
  readonly onErase: (entry: TrashEntry) => Promise<void>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for the title before a draft is permanently deleted. Surrounding spaces and Unicode composition are ignored. */
export function EraseDialog({ entry, onErase, onClose, onDone }: EraseDialogProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(trashEn);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const title = entry.title.trim() === '' ? messages['list.untitled'] : entry.title;
  const erase = async (): Promise<boolean> => {
    const isMeant = alike(typed) === alike(entry.title);
    setIsWrong(!isMeant);
    if (isMeant) await onErase(entry);
    return isMeant;
  };
  return (
    <ConfirmDialog
      title={words['trash.erase.title']({ title })}
      confirm={words['trash.erase']}
      onConfirm={erase}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{words['trash.erase.about']}</p>
      {entry.title.trim() !== '' && (
        <TextField
          label={words['trash.erase.type']}
          value={typed}
          onChange={setTyped}
          error={isWrong ? words['trash.erase.wrong'] : null}
          input={{ autoComplete: 'off' }}
        />
      )}
    </ConfirmDialog>
  );
}

function alike(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}
