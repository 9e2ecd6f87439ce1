import { newIntent } from '@colophon/client';
import { type FieldMerge, type Fields, mergeLater, same } from '../merge/field-merge.ts';
import type { ContentRecord, Json } from '../records.ts';
import { createStore, type WritableStore } from '../store.ts';
import type { AppliedStep } from './change-stack.ts';
import type { ContentEditorStateOptions } from './editor-options.ts';
import type { EditorSnapshot, SaveStatus } from './editor-snapshot.ts';
import { changedFields, type FormFields, formOf, isBlank } from './form.ts';
import { type DraftFate, FoundDrafts } from './found-drafts.ts';
import { createLocalDrafts, type DraftPlace, type FoundDraft, type LocalDraft, type LocalDrafts } from './local-draft.ts';
import { type Links, NO_LINKS, sameLinks } from './save-links.ts';
import type { PendingCreation } from './save-record.ts';

/** In milliseconds after the last change. */
const KEEP_AFTER = 500;

/** A failed save that is waiting to be sent again: it then includes what is typed meanwhile. */
const WAITING: ReadonlySet<SaveStatus> = new Set(['offline', 'signed_out']);

/** The open piece of an editor: its form, the stored record, and its copy on this device. */
export class OpenedPiece {
  readonly options: ContentEditorStateOptions;
  readonly store: WritableStore<EditorSnapshot>;
  /** The drafts on this device: each opening of a piece has its own draft, so that none is overwritten. */
  drafts: LocalDrafts;
  /** The creation request that got no response. */
  creation: PendingCreation | null = null;
  /** The idempotency key of the next save. */
  key = newIntent().key;
  storedLinks: Links = NO_LINKS;
  undone: AppliedStep | null = null;
  /** Earlier unsaved edits of this piece. */
  found = new FoundDrafts();
  /** Incremented each time a piece is opened. */
  life = 0;
  isDisposed = false;
  /** Merges the form in a conflict; it follows what is typed while the conflict is unresolved. */
  #merge: ((form: Fields) => FieldMerge) | null = null;
  /** Whether a save is running; set by the saving code. */
  isSaving: () => boolean = () => false;
  readonly #tab: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ContentEditorStateOptions) {
    this.options = options;
    this.#tab = options.tab ?? globalThis.crypto.randomUUID();
    this.drafts = this.#newDrafts();
    this.store = createStore(this.#opened(options.content ?? null, options.draft));
  }

  get snapshot(): EditorSnapshot {
    return this.store.getSnapshot();
  }

  /** The user and piece that the drafts belong to. */
  get place(): DraftPlace {
    return this.#placeOf(this.snapshot.contentId);
  }

  /** Opens another piece, or the same one as saved elsewhere. */
  open(content: ContentRecord | null): void {
    this.flush();
    this.life += 1;
    this.undone = null;
    this.creation = null;
    this.store.set(this.#opened(content));
  }

  isDirty(base: FormFields | null, fields: FormFields, links: Links): boolean {
    if (!sameLinks(this.storedLinks, links)) return true;
    return base === null ? !isBlank(fields, this.options.defaults) : Object.keys(changedFields(base, fields)).length > 0;
  }

  /** Updates the snapshot. */
  patch(changes: Partial<EditorSnapshot>): void {
    if (this.isDisposed) return;
    this.store.set(Object.freeze({ ...this.snapshot, ...changes }));
  }

  /** Sets a conflict for the user to resolve; `merge` merges the form as it is then. */
  showConflict(theirs: ContentRecord, merge: (form: Fields) => FieldMerge): void {
    this.#merge = merge;
    this.patch({ status: 'conflict', conflict: this.#conflictWith(theirs, this.snapshot.fields) });
    this.flush();
  }

  #conflictWith(theirs: ContentRecord, form: FormFields): EditorSnapshot['conflict'] {
    const merge = this.#merge;
    return merge && { theirs, merge: mergeLater(() => merge(form as unknown as Fields)) };
  }

  /** Changes the form, and schedules keeping it on this device. */
  edit(changes: Partial<EditorSnapshot>): void {
    if (this.isDisposed) return;
    const before = this.snapshot;
    const next = { ...before, ...changes };
    const isSame = same(before.fields as unknown as Json, next.fields as unknown as Json) && sameLinks(before.links, next.links);
    if (isSame && next.steps === before.steps) return;
    const isDirty = this.isDirty(next.base, next.fields, next.links);
    const isKept = this.isSaving() || before.status === 'conflict' || (isDirty && WAITING.has(before.status));
    const status = isKept ? before.status : isDirty ? 'unsaved' : 'clean';
    const conflict = next.conflict && this.#conflictWith(next.conflict.theirs, next.fields);
    this.patch({ ...changes, fields: Object.freeze(next.fields), isDirty, status, conflict });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), KEEP_AFTER);
  }

  /** Sets the stored links; additions and removals made meanwhile are kept. */
  learnLinks(stored: Partial<Omit<Links, 'referenceIds'>>): void {
    const { links, base, fields } = this.snapshot;
    const before = this.storedLinks;
    const key = ({ assetId, relationship }: Links['assets'][number]): string => `${relationship} ${assetId}`;
    const known = new Set([...before.assets, ...links.assets].map(key));
    const assets = (stored.assets ?? []).filter((each) => !known.has(key(each)));
    const factIds = (stored.factIds ?? []).filter((id) => !before.factIds.includes(id) && !links.factIds.includes(id));
    // Links that this editor stored itself count as stored, even if they were read before that.
    this.storedLinks = { ...before, factIds: [...factIds, ...before.factIds], assets: [...assets, ...before.assets] };
    const next = { ...links, factIds: [...factIds, ...links.factIds], assets: [...assets, ...links.assets] };
    this.patch({ links: next, isDirty: this.isDirty(base, fields, next) });
  }

  /** Changes the form in one step that can be undone; returns the id of the step. */
  step(what: AppliedStep['what'], changes: Fields): string {
    const { fields, steps } = this.snapshot;
    const form = fields as unknown as Fields;
    const names = Object.keys(changes).filter((name) => !same(form[name], changes[name]));
    const of = (values: Fields): Fields => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    const step: AppliedStep = { id: newIntent().key, what, before: of(form), after: of(changes) };
    this.undone = null;
    this.edit({ fields: { ...fields, ...changes }, steps: [...steps, step] });
    return step.id;
  }

  /** Keeps unsaved input on this device now; deletes the copy if everything is saved. */
  keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.options.storage === undefined || this.options.storage === null) return;
    const { base, rev, fields, isDirty } = this.snapshot;
    if (!isDirty) {
      this.drafts.forget(this.place);
      this.patch({ localCopy: { at: null, failed: false } });
      return;
    }
    const at = new Date(this.options.now?.() ?? Date.now()).toISOString();
    const creation = this.creation && { key: this.creation.intent.key, fields: formOf(this.creation.fields as Partial<ContentRecord>) };
    const links = sameLinks(this.storedLinks, this.snapshot.links) ? undefined : { base: this.storedLinks, now: this.snapshot.links };
    const draft = { base, baseRev: rev, fields, at, creation, ...(links && { links }) } satisfies Omit<LocalDraft, 'tab'>;
    const isKept = this.drafts.keep(this.place, draft);
    this.patch({ localCopy: { at: isKept ? at : this.snapshot.localCopy.at, failed: !isKept } });
  }

  /** Offers earlier edits that differ from the form. */
  offer(draft: FoundDraft, settle: (fate: DraftFate) => void): void {
    if (this.isDisposed) return;
    const { fields } = this.snapshot;
    if (draft.links === undefined && same(draft.fields as unknown as Json, fields as unknown as Json)) return;
    this.found.add(draft, settle);
    // While the user decides about one, no other is offered.
    if (this.snapshot.conflict === null) this.patch({ found: this.found.newest(fields) });
  }

  /** Settles the offered edits; the next ones are offered then. */
  settle(draft: FoundDraft, fate: DraftFate): void {
    this.found.settle(draft, fate);
    this.patch({ found: this.found.newest(this.snapshot.fields) });
  }

  /** Keeps the input since the last copy. */
  flush(): void {
    if (this.#timer !== undefined) this.keep();
  }

  #newDrafts(): LocalDrafts {
    const { storage = null, now } = this.options;
    return createLocalDrafts({ storage, tab: `${this.#tab}.${globalThis.crypto.randomUUID()}`, ...(now && { now }) });
  }

  #placeOf(contentId: string | null): DraftPlace {
    return { userId: this.options.userId ?? '', tenantId: this.options.tenantId ?? null, contentId };
  }

  #opened(content: ContentRecord | null, draft?: Partial<FormFields>): EditorSnapshot {
    const base = content === null ? null : formOf(content);
    const fields = formOf({ ...(base ?? { ...formOf(null), ...this.options.defaults }), ...draft });
    const references = (content?.references ?? []).map(({ targetId }) => targetId);
    this.storedLinks = { ...NO_LINKS, ...this.options.links, referenceIds: this.options.links?.referenceIds ?? references };
    this.key = newIntent().key;
    this.found = new FoundDrafts();
    const place = this.#placeOf(content?.id ?? null);
    this.drafts = this.#newDrafts();
    for (const kept of this.drafts.findAll(place)) {
      const isSame = kept.links === undefined && same(kept.fields as unknown as Json, fields as unknown as Json);
      if (!isSame) this.found.add({ ...kept, keptOn: 'device' }, () => this.drafts.discard(place, kept));
    }
    return Object.freeze({
      contentId: content?.id ?? null,
      rev: content?.rev ?? null,
      stored: content,
      base,
      fields,
      links: this.storedLinks,
      isDirty: this.isDirty(base, fields, this.storedLinks),
      status: 'clean',
      problem: null,
      conflict: null,
      merged: [],
      localCopy: { at: null, failed: false },
      serverCopy: null,
      found: this.found.newest(fields),
      steps: [],
    } satisfies EditorSnapshot);
  }
}
