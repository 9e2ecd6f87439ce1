import { type ReactElement, useEffect, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { send } from '../../../state/client-port.ts';
import { searchWords } from '../../../state/list/list-query.ts';
import { readItems } from '../../../state/read-answer.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { safeLinkAddress } from '../../../state/text/safe-address.ts';
import { Modal } from '../../controls/Modal.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { AskedLink, GetViewHref } from './use-link-dialog.ts';

interface LinkDialogProps extends AskedLink {
  readonly getViewHref: GetViewHref;
}

/** Delay after the last key, in milliseconds. */
const ASKED_AFTER = 200;
const ADDRESS = /^(?:https?:\/\/\S|mailto:\S|tel:\S|\/\S|#\S)/i;

/** A link to an address, or to a published piece that is found by its title. */
export function LinkDialog({ selected, answer, getViewHref }: LinkDialogProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const isSelected = ADDRESS.test(selected.trim());
  const [text, setText] = useState(isSelected ? selected.trim() : '');
  const [isRefused, setIsRefused] = useState(false);
  const isAddress = ADDRESS.test(text.trim());
  const found = usePublished(isAddress ? '' : text, getViewHref);
  const choose = (href: string, title: string): void => answer({ href, text: isSelected || selected === '' ? title : selected });
  const insert = (): void => {
    const [first] = found;
    const address = isAddress ? safeLinkAddress(text.trim()) : null;
    if (address !== null) choose(address, text.trim());
    else if (!isAddress && first !== undefined) choose(first.href, first.title);
    else setIsRefused(true);
  };
  return (
    <Modal
      title={words['editor.link.title']}
      onClose={() => answer(null)}
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => answer(null)}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={insert}>
            {words['editor.link.insert']}
          </button>
        </>
      }
    >
      <TextField
        label={words['editor.link.label']}
        value={text}
        onChange={(next) => {
          setText(next);
          setIsRefused(false);
        }}
        error={isRefused ? words['editor.link.missing'] : null}
        input={{
          autoFocus: true,
          type: 'search',
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            insert();
          },
        }}
      />
      <ul className="colo-rows" aria-label={words['editor.link.pieces']}>
        {found.map(({ id, title, href }) => (
          <li key={id} className="colo-row">
            <button type="button" className="colo-button colo-row-main" onClick={() => choose(href, title)}>
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

interface FoundPiece {
  readonly id: string;
  readonly title: string;
  readonly href: string;
}

/** Published pieces by the words of their titles. */
function usePublished(text: string, getViewHref: GetViewHref): readonly FoundPiece[] {
  const { client } = useColophon();
  const [found, setFound] = useState<readonly FoundPiece[]>([]);
  const asked = text.trim();
  useEffect(() => {
    if (client === null || asked === '') {
      setFound([]);
      return undefined;
    }
    const control = new AbortController();
    const read = async (): Promise<void> => {
      const query = { search: searchWords(asked), status: 'published', limit: 6, count: 'none' };
      const { value } = await send(client, 'get', '/contents', { params: { query }, signal: control.signal });
      const pieces = readItems<ContentRecord>(value).flatMap((piece): FoundPiece[] => {
        const href = typeof piece.title === 'string' ? getViewHref(piece) : null;
        return href === null ? [] : [{ id: piece.id, title: piece.title, href }];
      });
      if (!control.signal.aborted) setFound(pieces);
    };
    // Without an answer, an address can still be typed.
    const timer = setTimeout(() => void read().catch(() => undefined), ASKED_AFTER);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, asked, getViewHref]);
  return found;
}
