import { type ReactElement, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { Modal } from '../../controls/Modal.tsx';
import { SwitchField } from '../../controls/SwitchField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { AskedPicture } from './use-picture-dialog.ts';

/** Asks for the alternative text of a picture. */
export function PictureDialog({ name, answer }: AskedPicture): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const [alt, setAlt] = useState('');
  const [isDecorative, setIsDecorative] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const insert = (): void => {
    if (alt.trim() === '' && !isDecorative) {
      setIsMissing(true);
      box.current?.querySelector('input')?.focus();
    } else answer(isDecorative ? '' : alt.trim());
  };
  return (
    <Modal
      title={words['editor.alt.title']({ name })}
      onClose={() => answer(null)}
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => answer(null)}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={insert}>
            {words['editor.alt.insert']}
          </button>
        </>
      }
    >
      <div ref={box}>
        <TextField
          label={words['editor.alt.label']}
          value={alt}
          onChange={setAlt}
          error={isMissing && alt.trim() === '' && !isDecorative ? words['editor.alt.missing'] : null}
          input={{
            autoFocus: true,
            maxLength: 1000,
            onKeyDown: (event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              insert();
            },
          }}
        />
      </div>
      <SwitchField label={words['editor.alt.decorative']} value={isDecorative} onChange={setIsDecorative} />
    </Modal>
  );
}
