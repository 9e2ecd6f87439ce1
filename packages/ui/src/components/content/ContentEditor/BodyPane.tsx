import { type ReactElement, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { Finding } from '../../../state/records.ts';
import type { BodyEditorHandle, BodyEditorProps, FindingPlace, Passage, PassagePlace } from '../../body/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useLoaded } from '../../provider/use-loaded.ts';
import { useWords } from '../../provider/use-words.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Notice } from '../../controls/Notice.tsx';
import { Markdown } from '../../reading/Markdown.tsx';
import { PictureDialog, usePictureDialog } from './PictureDialog.tsx';
import { PlainBody } from './PlainBody.tsx';
import { useFault } from './use-fault.ts';
import { useSlice } from './use-slice.ts';

interface BodyPaneProps {
  readonly editor: ContentEditorState;
  readonly findings: readonly Finding[];
  readonly onFindings: ((places: readonly FindingPlace[]) => void) | undefined;
  readonly comments: readonly Passage[];
  readonly onComments: (places: readonly PassagePlace[]) => void;
  readonly onSelection: (selection: { readonly start: number; readonly end: number }) => void;
  readonly handle: { current: BodyEditorHandle | null };
}

type Mode = 'write' | 'preview' | 'both';
const MODES: readonly Mode[] = ['write', 'preview', 'both'];
const WORDS_A_MINUTE = 220;

/** The text, as it is written, as it is read, or both. The surface stays where it is in each, with its history. */
export function BodyPane({ editor, findings, onFindings, comments, onComments, onSelection, handle }: BodyPaneProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const body = useSlice(editor, ({ fields }) => fields.body);
  const language = useSlice(editor, ({ fields }) => fields.language);
  const isHtml = useSlice(editor, ({ fields }) => fields.bodyFormat === 'html');
  const [mode, setMode] = useState<Mode>('write');
  const surfaceModule = useLoaded(loadSurface);
  const pictures = usePictureDialog(editor);
  const fault = useFault(editor, 'body');
  const change = useCallback((value: string) => editor.update({ body: value }), [editor]);
  const surface: BodyEditorProps = {
    value: body,
    onChange: change,
    label: messages['field.body'],
    lang: language,
    findings,
    comments,
    onComments,
    onSelection,
    handle,
    ...(onFindings && { onFindings }),
    ...(pictures.take && { onPicture: pictures.take }),
  };
  return (
    <div
      className="colo-editor-body"
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.code !== 'KeyP') return;
        event.preventDefault();
        setMode((before) => MODES[(MODES.indexOf(before) + 1) % MODES.length] ?? 'write');
      }}
    >
      <Modes mode={mode} onMode={setMode}>
        <WordCount text={body} />
      </Modes>
      {isHtml && (
        <Notice>
          <p>{words['editor.html']}</p>
        </Notice>
      )}
      {fault !== null && <p className="colo-field-error">{fault}</p>}
      <div className="colo-editor-panes" data-mode={mode}>
        <div className="colo-editor-pane" data-part="body" hidden={mode === 'preview'}>
          {surfaceModule === null ? (
            <Busy lines={6} />
          ) : surfaceModule === 'failed' ? (
            <>
              <Notice tone="warning">
                <p>{words['editor.loading.failed']}</p>
              </Notice>
              <PlainBody {...surface} />
            </>
          ) : (
            <surfaceModule.BodyEditor {...surface} />
          )}
        </div>
        {mode !== 'write' && <Preview text={body} isHtml={isHtml} language={language} />}
      </div>
      <PictureDialog asked={pictures.asked} />
    </div>
  );
}

function Modes({
  mode,
  onMode,
  children,
}: {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly children: ReactNode;
}): ReactElement {
  const words = useWords(editorEn);
  return (
    <div className="colo-editor-modes" role="group" aria-label={words['editor.mode']}>
      {MODES.map((each) => (
        <button key={each} type="button" className="colo-list-small" aria-pressed={mode === each} onClick={() => onMode(each)}>
          {words[`editor.mode.${each}`]}
        </button>
      ))}
      {children}
    </div>
  );
}

/** How the text reads; it follows what is typed when there is a pause. */
function Preview({
  text,
  isHtml,
  language,
}: {
  readonly text: string;
  readonly isHtml: boolean;
  readonly language: string | null;
}): ReactElement {
  const words = useWords(editorEn);
  const later = useDeferredValue(text);
  return (
    <section className="colo-editor-preview" aria-label={words['editor.mode.preview']} tabIndex={0}>
      <Markdown source={later} format={isHtml ? 'html' : 'markdown'} headingOffset={1} {...(language && { lang: language })} />
    </section>
  );
}

function WordCount({ text }: { readonly text: string }): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const later = useDeferredValue(text);
  const count = useMemo(() => later.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0, [later]);
  const minutes = format.number(Math.ceil(count / WORDS_A_MINUTE));
  return <span className="colo-quiet">{words['editor.count']({ count, number: minutes }, format)}</span>;
}

const loadSurface = () => import('../../body/index.ts');
