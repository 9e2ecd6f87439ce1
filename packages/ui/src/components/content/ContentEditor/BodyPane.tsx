import { type KeyboardEvent, type ReactElement, useCallback, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { ContentRecord, Finding } from '../../../state/records.ts';
import type { BodyEditorHandle, BodyEditorProps, FindingPlace, Passage, PassagePlace } from '../../body/index.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useLoaded } from '../../provider/use-loaded.ts';
import { useWords } from '../../provider/use-words.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Notice } from '../../controls/Notice.tsx';
import { PictureEditing, usePictureEditing } from './PictureEditing.tsx';
import { PictureQuestion } from './PictureQuestion.tsx';
import { usePictureDialog } from './use-picture-dialog.ts';
import { type AskedLink, type GetViewHref, useLinkDialog } from './use-link-dialog.ts';
import { PictureLibrary, usePictureLibrary } from './PictureLibrary.tsx';
import { type BodyMode, BodyModes, useBodyMode } from './BodyModes.tsx';
import { PlainBody } from './PlainBody.tsx';
import { useFault } from './use-fault.ts';
import { useSharedText } from './use-shared-text.ts';
import { useSlice } from './use-slice.ts';
import type { EditorTranslations } from './use-translations.ts';

interface BodyPaneProps {
  readonly editor: ContentEditorState;
  readonly findings: readonly Finding[];
  readonly onFindings: ((places: readonly FindingPlace[]) => void) | undefined;
  readonly translations: EditorTranslations;
  readonly getEditHref: ((id: string) => string | null) | undefined;
  readonly getViewHref: ((piece: ContentRecord) => string | null) | undefined;
  readonly comments: readonly Passage[];
  readonly onComments: (places: readonly PassagePlace[]) => void;
  readonly onComment: (() => void) | undefined;
  readonly onSelection: (selection: { readonly start: number; readonly end: number }) => void;
  readonly onFact: (() => void) | undefined;
  readonly onAssistant: (() => void) | undefined;
  readonly handle: { current: BodyEditorHandle | null };
}

/** The text as a page, as its source, as preview, or both. The editing surface stays mounted, with its history. */
export function BodyPane(props: BodyPaneProps): ReactElement {
  const { editor, findings, onFindings, translations, comments, onComments, onSelection, handle } = props;
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const body = useSlice(editor, ({ fields }) => fields.body);
  const language = useSlice(editor, ({ fields }) => fields.language);
  const isHtml = useSlice(editor, ({ fields }) => fields.bodyFormat === 'html');
  const view = useBodyMode({ original: translations.original, isHtml, length: body.length });
  const { mode, setMode, modes } = view;
  const [isOutlined, setIsOutlined] = useState(false);
  const toggleOutline = (): void => setIsOutlined((is) => !is);
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const pictures = usePictureDialog(editor);
  const library = usePictureLibrary(editor);
  const editing = usePictureEditing(editor);
  const links = useLinkDialog(props.getViewHref);
  const fault = useFault(editor, 'body');
  const change = useCallback((value: string) => editor.update({ body: value }), [editor]);
  const shared = useSharedText(editor);
  const surface: BodyEditorProps = {
    shared,
    value: body,
    onChange: change,
    label: messages['field.body'],
    lang: language,
    isLive: view.isLive,
    showsMarks: view.choices.showMarks,
    isFocused: view.choices.isFocused,
    isOutlined,
    onOutlineClose: () => setIsOutlined(false),
    findings,
    comments,
    onComments,
    onSelection,
    onComment: props.onComment,
    onChooseLink: isHtml ? undefined : links.choose,
    handle,
    onFact: props.onFact,
    onAssistant: props.onAssistant,
    onEditPicture: editing.edit,
    ...(onFindings && { onFindings }),
    ...(pictures.take && { onPicture: pictures.take, onChoosePicture: library.choose }),
  };
  return (
    <div
      ref={view.pane}
      className="colo-editor-body"
      onKeyDown={(event) => {
        if (isKey(event, 'KeyO')) toggleOutline();
        if (isKey(event, 'KeyP')) setMode(modes[(modes.indexOf(mode) + 1) % modes.length] ?? 'source');
      }}
    >
      <BodyModes view={view}>
        <Loaded load={loadBar}>
          {({ WritingBar }) => <WritingBar view={view} onOutline={toggleOutline} text={body} language={language} contentId={contentId} />}
        </Loaded>
      </BodyModes>
      {(isHtml || view.isLong) && (
        <Notice>
          <p>{words[isHtml ? 'editor.html' : 'editor.mode.long']}</p>
        </Notice>
      )}
      {fault !== null && <p className="colo-field-error">{fault}</p>}
      <div className="colo-editor-panes" data-mode={mode}>
        <div className="colo-editor-pane" data-part="body" hidden={mode === 'preview'}>
          <Surface {...surface} />
        </div>
        <Beside {...props} mode={mode} text={body} isHtml={isHtml} language={language} />
      </div>
      <PictureEditing edited={editing.edited} onClose={editing.close} />
      <Questions editor={editor} picture={pictures.asked} library={library.asked} link={links.asked} getViewHref={props.getViewHref} />
    </div>
  );
}

interface BesideProps extends Pick<BodyPaneProps, 'translations' | 'getEditHref'> {
  readonly mode: BodyMode;
  readonly text: string;
  readonly isHtml: boolean;
  readonly language: string | null;
}

/** What stands beside the text, or in its place: the preview, or the original of a translation. */
function Beside({ mode, translations, getEditHref, ...preview }: BesideProps): ReactElement | null {
  const { original } = translations;
  if (mode === 'preview' || mode === 'both')
    return (
      <Loaded load={loadPreview} waiting={<Busy lines={6} />}>
        {({ PreviewPane }) => <PreviewPane {...preview} />}
      </Loaded>
    );
  if (mode !== 'original' || original === null) return null;
  return (
    <Loaded load={loadOriginal} waiting={<Busy lines={6} />}>
      {({ OriginalPane }) => (
        <OriginalPane original={original} href={getEditHref?.(original.id) ?? null} onUpToDate={translations.reload} />
      )}
    </Loaded>
  );
}

/** The writing surface; a plain field where it cannot be loaded. */
function Surface(props: BodyEditorProps): ReactElement {
  const words = useWords(editorEn);
  const loaded = useLoaded(loadSurface);
  if (loaded === null) return <Busy lines={6} />;
  if (loaded !== 'failed') return <loaded.BodyEditor {...props} />;
  return (
    <>
      <Notice tone="warning">
        <p>{words['editor.loading.failed']}</p>
      </Notice>
      <PlainBody {...props} />
    </>
  );
}

/** Whether a press is that of a key with Mod and Shift, which then does nothing else. */
function isKey(event: KeyboardEvent, code: string): boolean {
  const isPressed = (event.ctrlKey || event.metaKey) && event.shiftKey && event.code === code;
  if (isPressed) event.preventDefault();
  return isPressed;
}

interface QuestionsProps {
  readonly editor: ContentEditorState;
  readonly picture: ReturnType<typeof usePictureDialog>['asked'];
  readonly library: ReturnType<typeof usePictureLibrary>['asked'];
  readonly link: AskedLink | null;
  readonly getViewHref: GetViewHref | undefined;
}

/** What is asked while a text is written: about a picture, for one, or where a link leads. */
function Questions({ editor, picture, library, link, getViewHref }: QuestionsProps): ReactElement {
  return (
    <>
      <PictureQuestion asked={picture} />
      <PictureLibrary editor={editor} asked={library} />
      {link && getViewHref && <Loaded load={loadLinks}>{({ LinkDialog }) => <LinkDialog {...link} getViewHref={getViewHref} />}</Loaded>}
    </>
  );
}

const loadLinks = () => import('./LinkDialog.tsx');

const loadOriginal = () => import('./OriginalPane.tsx');

const loadPreview = () => import('./PreviewPane.tsx');

const loadBar = () => import('./WritingBar.tsx');

const loadSurface = () => import('../../body/index.ts');
