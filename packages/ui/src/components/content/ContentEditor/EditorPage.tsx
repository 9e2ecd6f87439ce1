import { type ReactElement, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { type AssistantRegistrar, type AssistantRegistration, registerAssistant } from '../../../state/assistant/registration.ts';
import type { Present } from '../../../state/draft/draft-presence.ts';
import type { ContextExtras } from '../../../state/assistant/context.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { FieldName } from '../../../state/editor/form.ts';
import type { Finding, Review, ReviewKind } from '../../../state/records.ts';
import type { BodyEditorHandle, FindingPlace } from '../../body/index.ts';
import { classNames, type RootProps } from '../../class-names.ts';
import { createStore, type Store } from '../../../state/store.ts';
import { AsideChoice, type AsidePlace, placeOf } from './aside-place.ts';
import { AsideTabs, type AsideTab } from './AsideTabs.tsx';
import { AssistantPane } from './AssistantPane.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Guard } from '../../controls/Guard.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { type EditorPart, revealLoaded } from './parts.ts';
import { BodyPane } from './BodyPane.tsx';
import { DetailsPane } from './DetailsPane.tsx';
import { CommentsPane } from './CommentsPane.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { EditorMenu, type PieceActions } from './EditorMenu.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { NewPrivate } from './NewPrivate.tsx';
import { FoundNotice } from './FoundNotice.tsx';
import { TitleField } from './TitleField.tsx';
import type { StatusChange } from './status-changes.ts';
import { type Talk, useTalk } from './use-talk.ts';
import { type EditorActions, useEditorActions } from './use-editor-actions.ts';
import { useIsReadOnly } from './use-is-read-only.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useKeeping } from './use-keeping.ts';
import { useSlice } from './use-slice.ts';
import { useTranslations } from './use-translations.ts';

/** The props of the editor page, which other editors extend. */
export interface EditorPageProps extends RootProps, PieceActions {
  readonly editor: ContentEditorState;
  readonly kind: 'content' | 'governed';
  readonly onCancel?: () => void;
  readonly getEditHref?: (id: string) => string | null;
  readonly selectTitle?: boolean;
  readonly onAssistantContextChange?: (registration: AssistantRegistration | null) => void;
  readonly readOnly?: boolean;
  readonly hideChat?: boolean;
  readonly saveDisabledReason?: string | null;
  /** Called with the problem of a refused save; true if it is shown elsewhere. */
  readonly onSaveProblem?: ((problem: EditorProblem) => boolean) | undefined;
  /** Takes the place of saving where that is publishing. */
  readonly publishing?: { readonly label: string; readonly onPress: () => void };
  readonly fields?: readonly FieldName[];
  /** Findings to mark in the text. */
  readonly findings?: readonly Finding[];
  readonly onFindings?: (places: readonly FindingPlace[]) => void;
  /** The main button, beside Save; without it, Save is the main button. */
  readonly mainAction?: { readonly id: StatusChange['id']; readonly button: ReactNode } | null;
  /** Shown between the header and the text. */
  readonly above?: ReactNode;
  /** The reviews, with the pieces that it cites, beside the text. */
  readonly beside?: ReactNode;
  /** The place beside the text, where a host leads somebody to one. */
  readonly aside?: AsidePlace;
  readonly asideChoice?: AsideChoice;
  /** Data for assistants besides the state. */
  readonly extras?: ContextExtras;
  readonly review?: (what: ReviewKind | { readonly policyKey: string }) => Promise<{ readonly jobId?: string; readonly review?: Review }>;
  readonly bodyRef?: { current: BodyEditorHandle | null };
  readonly formRef?: RefObject<HTMLFormElement | null>;
}

const loadDraftBar = () => import('./DraftBar.tsx');

const loadReadOnly = () => import('./ReadOnlyPiece.tsx');
const NO_FINDINGS: readonly Finding[] = [];

/** The page of an editor: header, notices, title and text, details. */
export function EditorPage(props: EditorPageProps): ReactElement {
  const { editor, saveDisabledReason = null, mainAction = null, findings = NO_FINDINGS, className, id } = props;
  const words = useWords(editorEn);
  const readOnly = useIsReadOnly(editor, props.readOnly);
  const ownBody = useRef<BodyEditorHandle | null>(null);
  const body = props.bodyRef ?? ownBody;
  const ownForm = useRef<HTMLFormElement>(null);
  const root = props.formRef ?? ownForm;
  const title = useSlice(editor, ({ fields }) => fields.title);
  const { select, registration } = useAssistant(props);
  const { choice, showDetails } = useAside(props);
  const talk = useTalk(editor, { body, show: () => choice.place.set('talk') });
  const beside = useBeside(props, { choice, root });
  const actions = useEditorActions(editor, { saveDisabledReason, root, showDetails, onProblem: props.onSaveProblem });
  const translations = useTranslations(editor);
  const isSubmitMain = useIsSubmitMain(editor, mainAction === null && !readOnly);
  useKeeping(editor);
  useEditorKeys(root, { save: () => saveOrPublish(props, actions), undo: actions.undo, body, findings, ...talk });
  return (
    <form
      ref={root}
      className={classNames('colo-scope colo-editor', className)}
      id={id}
      aria-label={words['editor.label']({ title: title.trim() === '' ? words['editor.untitled'] : title })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!readOnly) void saveOrPublish(props, actions);
      }}
    >
      <EditorHeader
        editor={editor}
        language={translations.language}
        onCancel={props.onCancel}
        onSave={readOnly ? null : () => saveOrPublish(props, actions)}
        saveLabel={props.publishing?.label ?? words['editor.save']}
        reason={actions.reason}
        isSaveMain={!mainAction && !isSubmitMain}
      >
        {mainAction?.button}
        <EditorMenu editor={editor} host={props} main={mainAction?.id ?? null} isSubmitMain={isSubmitMain} onBlocked={actions.blocked} />
      </EditorHeader>
      <DraftAbove editor={editor} root={root} body={body} />
      {!readOnly && <NewPrivate editor={editor} />}
      {readOnly ? <FoundNotice editor={editor} readOnly /> : <EditorNotices editor={editor} actions={actions} />}
      <Guard>{props.above}</Guard>
      <div className="colo-editor-columns">
        <section className="colo-editor-main" aria-label={words['editor.main']}>
          {readOnly ? (
            <Loaded load={loadReadOnly} waiting={<Busy lines={6} />}>
              {({ ReadOnlyPiece }) => <ReadOnlyPiece editor={editor} />}
            </Loaded>
          ) : (
            <>
              <div data-part="title">
                <TitleField editor={editor} selects={props.selectTitle ?? false} />
              </div>
              <BodyPane
                editor={editor}
                findings={findings}
                onFindings={props.onFindings}
                handle={body}
                translations={translations}
                getEditHref={props.getEditHref}
                getViewHref={props.getViewHref}
                comments={talk.comments.passages}
                onComments={talk.comments.onPlaces}
                onComment={talk.begin}
                {...beside}
                onSelection={(now) => select(now, talk)}
              />
            </>
          )}
        </section>
        <EditorAside {...props} readOnly={readOnly} registration={registration} talk={talk} choice={choice} />
      </div>
    </form>
  );
}

interface DraftAboveProps {
  readonly editor: ContentEditorState;
  readonly root: RefObject<HTMLElement | null>;
  readonly body: { readonly current: BodyEditorHandle | null };
}

/** How the draft stands and who else is in it, where there is one. */
function DraftAbove({ editor, root, body }: DraftAboveProps): ReactElement | null {
  const isThere = useSlice(editor, ({ draft }) => draft !== null);
  if (!isThere) return null;
  const go = ({ field, head }: Present): void => {
    if (field !== 'body') return revealLoaded(() => root.current, field);
    const offset = editor.draft?.placeOf(head) ?? null;
    if (offset !== null) body.current?.showPlace(offset);
  };
  return (
    <Guard>
      <Loaded load={loadDraftBar}>{({ DraftBar }) => <DraftBar editor={editor} onGo={go} />}</Loaded>
    </Guard>
  );
}

/** The place beside the text. */
function useAside({ asideChoice, aside }: EditorPageProps): { readonly choice: AsideChoice; readonly showDetails: () => void } {
  const { storage, user } = useColophon();
  const [choice] = useState(() => asideChoice ?? new AsideChoice({ storage, user, first: aside }));
  const showDetails = useCallback(() => choice.place.set('details'), [choice]);
  return { choice, showDetails };
}

/** What leads from the text to a place beside it, where that is there. */
function useBeside(
  { beside, hideChat }: EditorPageProps,
  { choice, root }: { readonly choice: AsideChoice; readonly root: RefObject<HTMLElement | null> },
): { readonly onFact: (() => void) | undefined; readonly onAssistant: (() => void) | undefined } {
  const { client } = useColophon();
  const show = (part: EditorPart) => (): void => {
    choice.place.set(placeOf(part) ?? 'details');
    revealLoaded(() => root.current, part);
  };
  return {
    onFact: beside === undefined ? undefined : show('facts'),
    onAssistant: hideChat === true || client === null ? undefined : show('assistant'),
  };
}

/** Saves, or leads to publishing where saving would be that. */
async function saveOrPublish({ editor, publishing, saveDisabledReason }: EditorPageProps, actions: EditorActions): Promise<void> {
  const isPublishing = publishing !== undefined && (saveDisabledReason ?? null) === null && editor.snapshot.isDirty;
  if (isPublishing) publishing.onPress();
  else await actions.save();
}

/** Whether submitting for review is the main button: for those who may not publish, unless a host gives another. */
function useIsSubmitMain(editor: ContentEditorState, isPossible: boolean): boolean {
  const isSubmittable = useSlice(editor, ({ stored }) => stored?.status === 'draft' && stored.can?.publish === false);
  return isPossible && isSubmittable;
}

interface EditorAsideProps extends EditorPageProps {
  readonly registration: Store<AssistantRegistration | null>;
  readonly talk: Talk;
  readonly choice: AsideChoice;
}

/** The column beside the text: its details, its reviews, and what is said about it. */
function EditorAside({ editor, beside, hideChat, readOnly, fields, registration, talk, choice }: EditorAsideProps): ReactElement {
  const { client, format } = useColophon();
  const words = useWords(editorEn);
  const hasReviews = beside !== undefined;
  const hasChat = !readOnly && !hideChat && client !== null;
  const tabs: AsideTab[] = [];
  if (!readOnly)
    tabs.push({
      place: 'details',
      label: words['editor.details'],
      content: (
        <Guard>
          <DetailsPane editor={editor} fields={fields} hasReferences={!hasReviews} />
        </Guard>
      ),
    });
  if (hasReviews) tabs.push({ place: 'review', label: words['aside.review'], content: <Guard>{beside}</Guard> });
  if (talk.comments.isThere || hasChat)
    tabs.push({
      place: 'talk',
      label: talk.comments.isThere ? words['aside.talk.count']({ count: talk.open }, format) : words['aside.talk'],
      content: (
        <>
          <Guard>
            <CommentsPane editor={editor} talk={talk} />
          </Guard>
          {hasChat && (
            <Guard>
              <AssistantPane registration={registration} />
            </Guard>
          )}
        </>
      ),
    });
  return <AsideTabs tabs={tabs} choice={choice} />;
}

/** A stretch of the text that is selected. */
interface Selected {
  readonly start: number;
  readonly end: number;
}

/** Registers the editor with an assistant while it is mounted. */
function useAssistant({ editor, kind, onAssistantContextChange, extras, review }: EditorPageProps): {
  /** Tells it, and the comments, what is selected. */
  readonly select: (selected: Selected, talk: Talk) => void;
  readonly registration: Store<AssistantRegistration | null>;
} {
  const selection = useRef<Selected | null>(null);
  const registrar = useRef<AssistantRegistrar | null>(null);
  const latest = useRef({ onAssistantContextChange, extras, review });
  const [hasReviews] = useState(review !== undefined);
  const [store] = useState(() => createStore<AssistantRegistration | null>(null));
  useEffect(() => {
    latest.current = { onAssistantContextChange, extras, review };
    registrar.current?.refresh();
  }, [onAssistantContextChange, extras, review]);
  useEffect(() => {
    const made = registerAssistant({
      editor,
      onChange(registration) {
        store.set(registration);
        latest.current.onAssistantContextChange?.(registration);
      },
      extras: () => ({ editorKind: kind, selection: selection.current, ...latest.current.extras }),
      ...(hasReviews && {
        review: (what) => latest.current.review?.(what) ?? Promise.reject(new Error('This editor has no reviews.')),
      }),
    });
    registrar.current = made;
    return () => {
      registrar.current = null;
      made.close();
    };
  }, [editor, kind, hasReviews, store]);
  const select = (selected: Selected, talk: Talk): void => {
    selection.current = selected;
    talk.select(selected);
    registrar.current?.refresh();
  };
  return { select, registration: store };
}
