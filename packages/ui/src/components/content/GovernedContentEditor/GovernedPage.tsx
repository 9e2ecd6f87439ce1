import { type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { GovernanceOf } from '../../../state/governance/governance.ts';
import { setWaiting, waitingPictures } from '../../../state/media/waiting-pictures.ts';
import type { PendingKind, Readiness } from '../../../state/records.ts';
import { createStore } from '../../../state/store.ts';
import type { BodyEditorHandle } from '../../body/index.ts';
import type { PanelSection } from '../../governance/panel/PanelView.tsx';
import { ReadinessLine } from '../../governance/panel/ReadinessLine.tsx';
import { useGovernance } from '../../governance/panel/use-governance.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';
import type { ContentEditorProps } from '../ContentEditor/ContentEditor.tsx';
import { EditorPage } from '../ContentEditor/EditorPage.tsx';
import { AsideChoice, placeOf } from '../ContentEditor/aside-place.ts';
import { type EditorPart, revealLoaded } from '../ContentEditor/parts.ts';
import { useIsReadOnly } from '../ContentEditor/use-is-read-only.ts';
import { useSlice } from '../ContentEditor/use-slice.ts';
import type { PublishDialogProps } from './PublishDialog.tsx';
import { blockingOf } from './blocking-of.ts';
import { ReviewAside } from './ReviewAside.tsx';
import { useFindings, useReviewing } from './use-reviewing.ts';
import { useTrayItems } from './use-tray-items.ts';

/** How the requirements for publication are checked. */
export interface Governing {
  /** The profile to check the piece against; default: the publication profile. */
  readonly profileKey?: string;
  /** Called with the readiness when it changes; null while unknown. */
  readonly onReadinessChange?: (readiness: Readiness | null) => void;
  /** What is shown with the reviews beside the text; a host leaves out what it shows elsewhere. */
  readonly sections?: readonly PanelSection[];
}

/** The page of an editor, with the readiness above the text and reviews beside it. */
export function GovernedPage(props: ContentEditorProps & Governing & { readonly editor: ContentEditorState }): ReactElement {
  const { editor, profileKey, onReadinessChange } = props;
  const readOnly = useIsReadOnly(editor, props.readOnly);
  const main = useMainAction(editor, readOnly);
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const type = useSlice(editor, ({ fields }) => fields.type);
  const variant = useSlice(editor, ({ fields }) => fields.variant);
  const rev = useSlice(editor, (snapshot) => snapshot.rev);
  const isDirty = useSlice(editor, (snapshot) => snapshot.isDirty);
  const { governance, snapshot } = useGovernance({ contentId, type, variant, profileKey });
  const { readiness, governed } = snapshot;
  const [activeId, setActiveId] = useState<string | null>(null);
  const [isPublishing, setIsPublishing] = useState(false);
  const body = useRef<BodyEditorHandle | null>(null);
  const { findings, changed, findingsMoved } = useFindings(snapshot);
  const { draft, review } = useReviewing(editor, governance);
  useReadiness(readiness, { governance, rev, onChange: onReadinessChange });
  const live = useLive(editor, { governance, readOnly, show: () => setIsPublishing(true) });
  const extras = useMemo(() => ({ readiness, enforced: governed?.enforcePublishReadiness ?? false }), [readiness, governed]);
  const items = useTrayItems(snapshot);
  const words = useWords(governanceEn);
  const form = useRef<HTMLFormElement>(null);
  const { storage, user } = useColophon();
  const [asideChoice] = useState(() => new AsideChoice({ storage, user, first: props.aside }));
  return (
    <EditorPage
      {...props}
      kind="governed"
      findings={findings}
      onFindings={findingsMoved}
      bodyRef={body}
      formRef={form}
      asideChoice={asideChoice}
      extras={extras}
      review={review}
      onSaveProblem={live?.onProblem}
      {...(live && { publishing: { label: words['gov.update'], onPress: () => setIsPublishing(true) } })}
      mainAction={main && { id: main, button: <MainButton id={main} onPress={() => setIsPublishing(true)} /> }}
      above={
        <>
          <ReadinessLine snapshot={snapshot} isChanged={isDirty && readiness !== null} live={live?.line} />
          {live && <Waiting editor={editor} onPublish={live.line.onPublish} />}
          {isPublishing && (
            <Publishing
              editor={editor}
              snapshot={snapshot}
              governance={governance}
              draft={draft}
              fields={props.fields}
              form={form}
              asideChoice={asideChoice}
              onShowReview={setActiveId}
              onClose={() => setIsPublishing(false)}
            />
          )}
        </>
      }
      beside={
        <ReviewAside
          editor={editor}
          contentId={contentId}
          sections={props.sections}
          items={items}
          activeId={activeId}
          onSelect={(id) => setActiveId(id === activeId ? null : id)}
          governance={governance}
          snapshot={snapshot}
          draft={draft}
          changed={changed}
          onShowFinding={(finding) => void body.current?.showFinding(findings.indexOf(finding))}
        />
      }
    />
  );
}

interface Live {
  readonly line: { readonly onPublish: () => void; readonly onShow: () => void };
  readonly onProblem: (problem: EditorProblem) => boolean;
}

/** Saving a published piece publishes its changes, so it leads to the dialog; a save that was refused elsewhere does too. */
function useLive(
  editor: ContentEditorState,
  { governance, readOnly, show }: { readonly governance: GovernanceOf | null; readonly readOnly: boolean; readonly show: () => void },
): Live | undefined {
  const { announce, format } = useColophon();
  const words = useWords(governanceEn);
  const isLive = useSlice(editor, ({ base }) => base?.status === 'published');
  if (!isLive || readOnly) return undefined;
  const onProblem = (problem: EditorProblem): boolean => {
    const blocking = blockingOf(problem.problem);
    if (blocking.length === 0) return false;
    governance?.refused(blocking);
    announce(words['gov.changes.held']({ count: blocking.length }, format), 'assertive');
    show();
    return true;
  };
  return { line: { onPublish: show, onShow: show }, onProblem };
}

/** What the main button does: publish, or submit for review for those who may not publish. Null if the piece is published or deleted. */
function useMainAction(editor: ContentEditorState, isReadOnly: boolean): 'publish' | 'review' | null {
  const status = useSlice(editor, ({ base }) => base?.status ?? 'draft');
  const mayPublish = useSlice(editor, ({ stored }) => stored?.can?.publish !== false);
  if (isReadOnly || status === 'published' || status === 'deleted') return null;
  return mayPublish ? 'publish' : 'review';
}

/** Opens the publish dialog. */
function MainButton({ id, onPress }: { readonly id: 'publish' | 'review'; readonly onPress: () => void }): ReactElement {
  const words = useWords(governanceEn);
  return (
    <button type="button" className="colo-button" data-kind="main" aria-haspopup="dialog" onClick={onPress}>
      {id === 'publish' ? words['gov.publish'] : words['gov.publish.submit']}
    </button>
  );
}

type PublishingProps = Omit<PublishDialogProps, 'onReveal'> & {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly asideChoice: AsideChoice;
};

const loadSince = () => import('./SincePublication.tsx');
const NOTHING: readonly PendingKind[] = [];
const NO_PICTURES = createStore<ReadonlyMap<string, readonly PendingKind[]>>(new Map());

/** Tells the host when the readiness changes, and asks for it again after a save. */
function useReadiness(
  readiness: Readiness | null,
  {
    governance,
    rev,
    onChange,
  }: {
    readonly governance: GovernanceOf | null;
    readonly rev: number | null;
    readonly onChange: Governing['onReadinessChange'] | undefined;
  },
): void {
  useEffect(() => {
    onChange?.(readiness);
  }, [readiness, onChange]);
  useEffect(() => {
    if (rev !== null) void governance?.settled();
  }, [governance, rev]);
}

/** What readers do not get before the piece is published again. */
function Waiting({ editor, onPublish }: { readonly editor: ContentEditorState; readonly onPublish: () => void }): ReactElement | null {
  const { client } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const stored = useSlice(editor, (snapshot) => snapshot.stored);
  const changed = useStore(client === null ? NO_PICTURES : waitingPictures(client));
  // What was read with the piece is newer than what was read before it.
  useEffect(() => {
    if (client !== null && contentId !== null) setWaiting(client, contentId, undefined);
  }, [client, contentId, stored]);
  const what = (contentId === null ? undefined : changed.get(contentId)) ?? stored?.changedSincePublication ?? NOTHING;
  if (what.length === 0) return null;
  return <Loaded load={loadSince}>{({ SincePublication }) => <SincePublication what={what} onPublish={onPublish} />}</Loaded>;
}

const loadDialog = () => import('./PublishDialog.tsx');

/** The publish dialog, loaded on demand. It links to the parts of the form below it. */
function Publishing({ form, asideChoice, onShowReview, onClose, ...dialog }: PublishingProps): ReactElement {
  const leaveFor = (part: EditorPart): void => {
    onClose();
    // The dialog restores the focus when it closes.
    setTimeout(() => {
      const place = placeOf(part);
      if (place !== null) asideChoice.place.set(place);
      revealLoaded(() => form.current, part);
    });
  };
  return (
    <Loaded load={loadDialog}>
      {({ PublishDialog }) => (
        <PublishDialog
          {...dialog}
          onReveal={leaveFor}
          onShowReview={(policyKey) => {
            onShowReview(policyKey);
            leaveFor('review');
          }}
          onClose={onClose}
        />
      )}
    </Loaded>
  );
}
