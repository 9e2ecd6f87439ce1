import type { ContentEditorState } from '../editor/editor-state.ts';
import type { FieldName } from '../editor/form.ts';
import type { Readiness } from '../records.ts';

/** The short fields of a draft for an assistant; the body is passed separately. */
const DRAFT_FIELDS = [
  'title',
  'description',
  'slug',
  'context',
  'variant',
  'status',
  'category',
  'tags',
  'authors',
  'language',
  'publish_date',
] as const satisfies readonly FieldName[];

export type DraftField = (typeof DRAFT_FIELDS)[number];

/** The edited piece, as passed to an assistant: plain data that can be sent as JSON. */
export interface AssistantContext {
  readonly type: 'content.editor';
  readonly version: 1;
  readonly contentId: string | null;
  readonly contentType: string;
  readonly editorKind: 'content' | 'governed';
  readonly rev: number | null;
  readonly dirty: boolean;
  readonly fields: Readonly<Record<DraftField, string | readonly string[] | null>>;
  /** The current body in the editor. */
  readonly currentEditorState: string;
  readonly selection: { readonly start: number; readonly end: number } | null;
  readonly referenceIds: readonly string[];
  readonly facts: { readonly factIds: readonly string[]; readonly factCount: number } | null;
  readonly governance: {
    readonly profileKey: string;
    readonly enforced: boolean;
    readonly ready: boolean;
    readonly complete: boolean;
    readonly blocking: readonly { readonly policyKey: string; readonly label: string; readonly reason: string | null }[];
  } | null;
}

/** Data of an editor besides its state. */
export interface ContextExtras {
  readonly editorKind?: 'content' | 'governed';
  readonly selection?: { readonly start: number; readonly end: number } | null;
  readonly readiness?: Readiness | null;
  readonly enforced?: boolean;
}

/** Returns the context of an editor for an assistant. */
export function assistantContext(editor: Pick<ContentEditorState, 'getSnapshot'>, extras: ContextExtras = {}): AssistantContext {
  const { contentId, rev, isDirty, fields, links } = editor.getSnapshot();
  const { readiness = null, editorKind = 'content' } = extras;
  return {
    type: 'content.editor',
    version: 1,
    contentId,
    contentType: fields.type,
    editorKind,
    rev,
    dirty: isDirty,
    fields: Object.fromEntries(DRAFT_FIELDS.map((name) => [name, fields[name]])) as AssistantContext['fields'],
    currentEditorState: fields.body,
    selection: extras.selection ?? null,
    referenceIds: links.referenceIds,
    facts: editorKind === 'governed' ? { factIds: links.factIds, factCount: links.factIds.length } : null,
    governance: readiness && {
      profileKey: readiness.profileKey,
      enforced: extras.enforced ?? false,
      ready: readiness.ready,
      complete: readiness.complete,
      blocking: readiness.blockingRequirements.map(({ policyKey, label, reason }) => ({ policyKey, label, reason })),
    },
  };
}
