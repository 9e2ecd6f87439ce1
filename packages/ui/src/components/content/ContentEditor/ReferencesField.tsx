import { type ReactElement, useEffect, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { send } from '../../../state/client-port.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import { readItems } from '../../../state/read-answer.ts';
import { TextField } from '../../controls/TextField.tsx';
import { WithdrawnLabel } from '../../controls/WithdrawnLabel.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

type NamedPiece = Pick<ContentRow, 'id' | 'title' | 'latestCorrection'>;

/** Delay after the last key, in milliseconds. */
const ASKED_AFTER = 250;

/** The pieces that a piece cites. */
export function ReferencesField({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const words = useWords(editorEn);
  const ids = useSlice(editor, ({ links }) => links.referenceIds);
  const own = useSlice(editor, ({ contentId }) => contentId);
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { found, known } = usePieces(text, ids);
  const titleOf = (id: string): string => known.get(id)?.title ?? id;
  const offered = found.filter(({ id }) => id !== own && !ids.includes(id));
  // The pressed button is removed, so the focus returns to the search field.
  const focusSearch = (): void => box.current?.querySelector('input')?.focus();
  return (
    <div className="colo-stack" ref={box}>
      {ids.length === 0 && <p className="colo-quiet">{words['editor.references.none']}</p>}
      <ul className="colo-rows">
        {ids.map((id) => (
          <li key={id} className="colo-row">
            <span className="colo-row-main">
              <bdi>{titleOf(id)}</bdi> <WithdrawnLabel latestCorrection={known.get(id)?.latestCorrection} />
            </span>
            <button
              type="button"
              className="colo-list-small"
              aria-label={words['editor.references.remove']({ title: titleOf(id) })}
              onClick={() => {
                editor.setReferenceIds(ids.filter((each) => each !== id));
                focusSearch();
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <TextField label={words['editor.references.search']} value={text} onChange={setText} input={{ type: 'search' }} />
      <ul className="colo-rows">
        {offered.map(({ id, title, latestCorrection }) => (
          <li key={id} className="colo-row">
            <button
              type="button"
              className="colo-button colo-row-main"
              onClick={() => {
                editor.setReferenceIds([...ids, id]);
                focusSearch();
              }}
            >
              {words['editor.references.add']({ title })} <WithdrawnLabel latestCorrection={latestCorrection} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Searches pieces by the typed text, and reads the titles of ids. */
function usePieces(
  text: string,
  ids: readonly string[],
): { readonly found: readonly NamedPiece[]; readonly known: ReadonlyMap<string, NamedPiece> } {
  const { client } = useColophon();
  const [found, setFound] = useState<readonly NamedPiece[]>([]);
  const [known, setKnown] = useState<ReadonlyMap<string, NamedPiece>>(new Map());
  const asked = text.trim();
  const unknown = ids.filter((id) => !known.has(id)).join(',');
  useEffect(() => {
    if (client === null || (asked === '' && unknown === '')) {
      setFound([]);
      return undefined;
    }
    const control = new AbortController();
    const read = async (query: Readonly<Record<string, unknown>>): Promise<readonly NamedPiece[]> => {
      // Without `fields`, which would leave out whether a piece was withdrawn.
      const params = { query: { ...query, count: 'none' } };
      const { value } = await send(client, 'get', '/contents', { params, signal: control.signal });
      const items = readItems<NamedPiece>(value).filter(({ title }) => typeof title === 'string');
      setKnown((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
      return items;
    };
    const timer = setTimeout(
      () => {
        if (unknown !== '') read({ 'id[in]': unknown, limit: 100 }).catch(() => undefined);
        if (asked === '') setFound([]);
        else read({ search: `${asked}*`, limit: 6 }).then(setFound, () => undefined);
      },
      asked === '' ? 0 : ASKED_AFTER,
    );
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, asked, unknown]);
  return { found, known };
}
