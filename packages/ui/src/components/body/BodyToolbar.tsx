import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { editorEn } from '../../messages/editor/en.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { ToolIcon } from './ToolIcon.tsx';
import { FORMAT_KEYS, type FormatName, FORMATS } from './formatting.ts';

interface BodyToolbarProps {
  readonly view: EditorView | null;
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
  /** Chooses a picture in place of files. */
  readonly onChoose: (() => Promise<void>) | undefined;
  /** Opens the menu of blocks. */
  readonly onInsert: (() => void) | undefined;
  /** Chooses a link; false if that is not possible. */
  readonly onLink: (view: EditorView) => boolean;
}

const BUTTONS: readonly FormatName[] = ['bold', 'italic', 'heading2', 'quote', 'bullets', 'numbers', 'link', 'code'];

/** The toolbar of the body: one tab stop, with arrow keys between the buttons. The caret stays where it was. */
export function BodyToolbar({ view, onFiles, onChoose, onInsert, onLink }: BodyToolbarProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const [stop, setStop] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const count = BUTTONS.length + (onFiles ? 1 : 0) + (onInsert ? 1 : 0);
  const pictureAt = BUTTONS.length;
  const press = (event: KeyboardEvent): void => {
    const forward = format.direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft';
    const backward = format.direction === 'ltr' ? 'ArrowLeft' : 'ArrowRight';
    const steps: Readonly<Record<string, number>> = { [forward]: stop + 1, [backward]: stop - 1, Home: 0, End: count - 1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + count) % count;
    setStop(next);
    bar.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  const run = (name: FormatName): void => {
    if (view === null || (name === 'link' && onLink(view))) return;
    FORMATS[name](view);
    view.focus();
  };
  const attributes = (index: number, label: string) =>
    ({ type: 'button', className: 'colo-body-tool', tabIndex: index === stop ? 0 : -1, title: label, 'aria-label': label }) as const;
  return (
    <div className="colo-body-tools" role="toolbar" aria-label={words['body.tools']} ref={bar} onKeyDown={press}>
      {BUTTONS.map((name, index) => (
        <button
          key={name}
          {...attributes(index, words[`body.${name}`])}
          data-format={name}
          aria-keyshortcuts={keyShortcut(FORMAT_KEYS[name])}
          onFocus={() => setStop(index)}
          onClick={() => run(name)}
        >
          <ToolIcon name={name} />
        </button>
      ))}
      {onFiles && (
        <>
          <button
            {...attributes(pictureAt, words['body.picture'])}
            onFocus={() => setStop(pictureAt)}
            aria-haspopup={onChoose && 'dialog'}
            onClick={() => (onChoose ? void onChoose() : file.current?.click())}
          >
            <ToolIcon name="picture" />
          </button>
          <input
            ref={file}
            type="file"
            accept="image/*"
            multiple
            hidden
            aria-label={words['body.picture']}
            onChange={({ currentTarget }) => {
              onFiles([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
              view?.focus();
            }}
          />
        </>
      )}
      {onInsert && (
        <button
          {...attributes(count - 1, words['body.insert'])}
          aria-haspopup="listbox"
          onFocus={() => setStop(count - 1)}
          onClick={onInsert}
        >
          <ToolIcon name="insert" />
        </button>
      )}
    </div>
  );
}

function keyShortcut(key: string): string {
  return key.replace('Mod-', 'Control+').replaceAll('-', '+');
}
