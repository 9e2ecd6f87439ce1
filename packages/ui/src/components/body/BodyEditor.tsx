import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type ReactElement, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { editorEn } from '../../messages/editor/en.ts';
import type { Finding } from '../../state/records.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useLoaded } from '../provider/use-loaded.ts';
import { useWords } from '../provider/use-words.ts';
import { BodyToolbar } from './BodyToolbar.tsx';
import { commentOffer } from './comment-offer.ts';
import { comments as commentPassages, type FindingPlace, findings as findingPassages } from './findings.ts';
import type { Passage, PassagePlace, Passages } from './passages.ts';
import type { LiveActions } from './live/live-options.ts';
import { type ChosenLink, insertLink } from './insert-link.ts';
import { pasteAndDrop } from './paste/paste-and-drop.ts';
import { searchWords, uploadWords } from './surface-words.ts';
import { type FileAt, insertPicture, type PictureChoice, placePictures, type TakePicture } from './uploads.ts';
import { useFocusMode } from './use-focus-mode.ts';
import type { SharedText } from './shared/shared-text.ts';
import { useLiveView } from './use-live-view.ts';
import { useSharedText } from './use-shared-text.ts';
import { type BodyText, useBodyView } from './use-body-view.ts';

/** The actions of a page on the body. */
export interface BodyEditorHandle {
  readonly focus: () => void;
  /** Selects the quote of a finding; returns false if it has changed. */
  readonly showFinding: (index: number) => boolean;
  /** Moves to the finding after or before the caret; returns its index. */
  readonly nextFinding: (step: 1 | -1) => number | null;
  /** The same for commented passages. */
  readonly showComment: (index: number) => boolean;
  readonly nextComment: (step: 1 | -1) => number | null;
  /** Shows a place of the text, in UTF-16 units. */
  readonly showPlace: (offset: number) => void;
}

export interface BodyEditorProps extends RootProps, BodyText {
  /** Whether the text is shown as a page over its Markdown; else its source. */
  readonly isLive?: boolean;
  /** Whether the page shows the marks of Markdown around the caret; default true. */
  readonly showsMarks?: boolean;
  /** Whether all but the paragraph that is being written is quieted. */
  readonly isFocused?: boolean;
  /** Whether the outline is shown above the text. */
  readonly isOutlined?: boolean;
  readonly onOutlineClose?: () => void;
  /** Findings to mark at their quotes; the marks follow edits. */
  readonly findings?: readonly Finding[];
  /** Called with the positions of findings when they change. */
  readonly onFindings?: (places: readonly FindingPlace[]) => void;
  /** Commented passages, marked like findings. */
  readonly comments?: readonly Passage[];
  readonly onComments?: (places: readonly PassagePlace[]) => void;
  /** Begins a comment on the selection; without it, commenting is not offered. */
  readonly onComment?: (() => void) | undefined;
  /** Adds pasted, dropped or selected pictures; without it, they are not accepted. */
  readonly onPicture?: TakePicture;
  /** Chooses a picture for the toolbar's button; without it, the button chooses files. */
  readonly onChoosePicture?: (() => Promise<PictureChoice | null>) | undefined;
  /** Chooses where a link leads; without it, a link is written with an address to fill in. */
  readonly onChooseLink?: ((selected: string) => Promise<ChosenLink | null>) | undefined;
  /** Backs what is being written with a fact; without it, that is not offered. */
  readonly onFact?: (() => void) | undefined;
  /** The shared draft that the text is bound to: its changes are then written there, and `value` is not set from outside. */
  readonly shared?: SharedText | undefined;
  /** Opens the part, focal point and words of a stored picture, by the id of its asset; without it, that is not offered. */
  readonly onEditPicture?: ((assetId: string) => void) | undefined;
  /** Asks an assistant; without it, that is not offered. */
  readonly onAssistant?: (() => void) | undefined;
  readonly handle?: Ref<BodyEditorHandle>;
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_COMMENTS: readonly Passage[] = [];

/**
 * The editing surface of a text: Markdown, with headings and emphasis styled in place. Tab leaves it; in lists, Escape
 * and then Tab.
 */
export function BodyEditor(props: BodyEditorProps): ReactElement {
  const {
    findings = NO_FINDINGS,
    comments = NO_COMMENTS,
    onFindings,
    onComments,
    onComment,
    onPicture,
    onChoosePicture,
    onChooseLink,
  } = props;
  const { readOnly = false, handle, className, id } = props;
  const words = useWords(editorEn);
  const { format } = useColophon();
  const place = useRef<HTMLDivElement>(null);
  const viewRef = useRef<EditorView | null>(null);
  const take = useRef({ onPicture, words, format, onFindings, onComments, onComment });
  useEffect(() => {
    take.current = { onPicture, words, format, onFindings, onComments, onComment };
  });
  const placeFiles = useCallback((files: readonly FileAt[]): boolean => {
    const { onPicture: takePicture, words: said, format: formats } = take.current;
    if (takePicture === undefined || viewRef.current === null) return false;
    void placePictures(viewRef.current, files, { take: takePicture, words: uploadWords(said, formats) });
    return true;
  }, []);
  const chooseLink = useLinkChoice(onChooseLink);
  const more = useCallback(
    () => [
      Prec.high(keymap.of([{ key: 'Mod-k', run: chooseLink, preventDefault: true }])),
      Prec.high(pasteAndDrop({ onFiles: placeFiles, words: () => uploadWords(take.current.words, take.current.format) })),
      commentOffer({ onComment: () => take.current.onComment, label: () => take.current.words['body.comment'] }),
      EditorState.phrases.of(searchWords(take.current.words)),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged) return;
        const [found, commented] = [findingPassages.places(state), commentPassages.places(state)];
        if (found.length > 0) take.current.onFindings?.(found);
        if (commented.length > 0) take.current.onComments?.(commented);
      }),
    ],
    [placeFiles, chooseLink],
  );
  const view = useBodyView(place, props, more);
  useEffect(() => {
    viewRef.current = view;
  }, [view]);
  usePassages(view, { findings, comments, take });
  const askForBlock = props.isLive === true ? () => view && openBlockMenu(view) : undefined;
  useImperativeHandle(handle, () => handleOf(view), [view]);
  const pickFiles = useMemo(
    () =>
      onPicture &&
      ((files: readonly File[]) => void placeFiles(files.map((file) => ({ file, at: viewRef.current?.state.selection.main.to ?? 0 })))),
    [onPicture, placeFiles],
  );
  const choosePicture = (): Promise<void> => placeChosen(viewRef.current, { choose: onChoosePicture, pickFiles });
  const actions = useLatestActions({
    picture: onChoosePicture && (() => void choosePicture()),
    link: onChooseLink && (() => void (view && chooseLink(view))),
    fact: props.onFact,
    assistant: props.onAssistant,
    editPicture: props.onEditPicture,
  });
  useViews(view, props, actions);
  return (
    <div className={classNames('colo-scope colo-body', className)} id={id}>
      {!readOnly && (
        <BodyToolbar
          view={view}
          onFiles={pickFiles}
          onChoose={onChoosePicture && choosePicture}
          onInsert={askForBlock}
          onLink={chooseLink}
        />
      )}
      <Outline view={view} {...props} />
      <div className="colo-body-surface" ref={place} />
    </div>
  );
}

/** Types the slash that opens the menu of blocks, at the beginning of a word. */
function openBlockMenu(view: EditorView): void {
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - 1), head);
  view.focus();
  const insert = before === '' || /\s/.test(before) ? '/' : ' /';
  view.dispatch({
    changes: { from: head, insert },
    selection: { anchor: head + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
}

/** How the text is shown, and what it is bound to. */
function useViews(
  view: EditorView | null,
  { isLive = false, showsMarks = true, isFocused = false, shared }: BodyEditorProps,
  actions: () => LiveActions,
): void {
  useSharedText(view, shared);
  useFocusMode(view, isFocused);
  useLiveView(view, { isLive, showsMarks, actions });
}

/** The outline of the text, while it is asked for. */
function Outline(props: BodyEditorProps & { readonly view: EditorView | null }): ReactElement | null {
  const { view, isOutlined } = props;
  return view === null || isOutlined !== true ? null : <OpenOutline {...props} view={view} />;
}

function OpenOutline({ view, value, onOutlineClose }: BodyEditorProps & { readonly view: EditorView }): ReactElement | null {
  const loaded = useLoaded(loadOutline);
  if (loaded === null || loaded === 'failed') return null;
  return <loaded.OutlinePanel view={view} text={value} onClose={() => onOutlineClose?.()} />;
}

const loadOutline = () => import('./outline/OutlinePanel.tsx');

interface PassageUse {
  readonly findings: readonly Finding[];
  readonly comments: readonly Passage[];
  readonly take: {
    readonly current: {
      readonly onFindings: BodyEditorProps['onFindings'] | undefined;
      readonly onComments: BodyEditorProps['onComments'] | undefined;
    };
  };
}

/** Marks passages in the text, and tells where they are. */
function usePassages(view: EditorView | null, { findings, comments, take }: PassageUse): void {
  useEffect(() => {
    if (view !== null) take.current.onFindings?.(findingPassages.show(view, findings));
  }, [view, findings, take]);
  useEffect(() => {
    if (view !== null) take.current.onComments?.(commentPassages.show(view, comments));
  }, [view, comments, take]);
}

/** What is offered now, as a function that stays the same. */
function useLatestActions(actions: LiveActions): () => LiveActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useCallback(() => latest.current, []);
}

interface Placing {
  readonly choose: BodyEditorProps['onChoosePicture'];
  readonly pickFiles: ((files: readonly File[]) => void) | undefined;
}

/** Writes a chosen picture at the caret, or uploads chosen files there. */
async function placeChosen(view: EditorView | null, { choose, pickFiles }: Placing): Promise<void> {
  const choice = await choose?.();
  if (!choice || view === null) return;
  if ('files' in choice) pickFiles?.(choice.files);
  else insertPicture(view, choice.picture, view.state.selection.main.to);
  view.focus();
}

/** Opens the choice of a link for the selection; false where there is none. */
function useLinkChoice(onChooseLink: BodyEditorProps['onChooseLink']): (view: EditorView) => boolean {
  const latest = useRef(onChooseLink);
  useEffect(() => {
    latest.current = onChooseLink;
  });
  return useCallback((view: EditorView): boolean => {
    const choose = latest.current;
    if (choose === undefined || view.state.readOnly) return false;
    const { from, to } = view.state.selection.main;
    void choose(view.state.sliceDoc(from, to)).then((link) => {
      if (link !== null) insertLink(view, link, { from, to: Math.min(to, view.state.doc.length) });
      view.focus();
    });
    return true;
  }, []);
}

function handleOf(view: EditorView | null): BodyEditorHandle {
  const goTo = ({ start, end }: Pick<FindingPlace, 'start' | 'end'>): void => {
    view?.dispatch({
      selection: { anchor: start, head: end },
      effects: EditorView.scrollIntoView(start, { y: 'center' }),
    });
    view?.focus();
  };
  const show = (passages: Pick<Passages<never>, 'places'>, index: number): boolean => {
    const found = view && passages.places(view.state).find((each) => each.index === index && !each.isChanged);
    if (!found) return false;
    goTo(found);
    return true;
  };
  const goOn = (passages: Pick<Passages<never>, 'next'>, step: 1 | -1): number | null => {
    const found = view ? passages.next(view.state, step) : undefined;
    if (found === undefined) return null;
    goTo(found);
    return found.index;
  };
  return {
    focus: () => view?.focus(),
    showFinding: (index) => show(findingPassages, index),
    nextFinding: (step) => goOn(findingPassages, step),
    showComment: (index) => show(commentPassages, index),
    nextComment: (step) => goOn(commentPassages, step),
    showPlace: (offset) => view && goTo({ start: Math.min(offset, view.state.doc.length), end: Math.min(offset, view.state.doc.length) }),
  };
}
