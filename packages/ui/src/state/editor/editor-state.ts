import { newIntent, ProblemError } from '@colophon/client';
import type { ColophonClient } from '../client-port.ts';
import { type Fields, type MergeAnswer, mergeFields, same } from '../merge/field-merge.ts';
import type { ContentRecord, Json } from '../records.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import { type AppliedStep, redoOf, undoOf, type UndoResult } from './change-stack.ts';
import type { EditorSnapshot, SaveStatus } from './editor-snapshot.ts';
import { ASSISTANT_FIELDS, checkUpdates, type FieldUpdates, type UpdateSource, withAiDisclosed } from './field-updates.ts';
import { changedFields, type FormFields, formOf, isBlank } from './form.ts';
import type { ContentEditorStateOptions, SaveOutcome } from './editor-options.ts';
import { problemOf } from './editor-problem.ts';
import { createLocalDrafts, type LocalDraft, type LocalDrafts } from './local-draft.ts';
import { NO_LINKS, type Links, sameLinks, saveLinks } from './save-links.ts';
import { createSaveQueue } from './save-queue.ts';
import { type PendingCreation, type SavePayload, sendChange, sendCreation, type SendOutcome } from './save-record.ts';

/** A piece that was made; `earlier` is what was sent for it before, when its answer was lost. */
interface CreationOutcome {
  readonly kind: 'saved';
  readonly record: ContentRecord;
  readonly earlier: FormFields | null;
}

/** In milliseconds after the last change. */
const KEEP_AFTER = 500;

/** The state of an editor of one piece after another, without a page. Made by `createContentEditorState`. */
export class ContentEditorState implements Store<EditorSnapshot> {
  readonly #options: ContentEditorStateOptions;
  readonly #store: WritableStore<EditorSnapshot>;
  readonly #drafts: LocalDrafts;
  readonly #queue = createSaveQueue(() => this.#save());
  readonly getSnapshot: () => EditorSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  #creation: PendingCreation | null = null;
  #key = newIntent().key;
  #storedLinks: Links = NO_LINKS;
  #undone: AppliedStep | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #life = 0;
  #isDisposed = false;

  constructor(options: ContentEditorStateOptions) {
    this.#options = options;
    const tab = options.tab ?? globalThis.crypto.randomUUID();
    this.#drafts = createLocalDrafts({ storage: options.storage ?? null, tab, ...(options.now && { now: options.now }) });
    this.#store = createStore(this.#opened(options.content ?? null, options.draft));
    this.getSnapshot = this.#store.getSnapshot;
    this.subscribe = this.#store.subscribe;
  }

  /** The form as it stands. */
  get form(): FormFields {
    return this.snapshot.fields;
  }

  get snapshot(): EditorSnapshot {
    return this.#store.getSnapshot();
  }

  get status(): SaveStatus {
    return this.snapshot.status;
  }

  /** One more for every piece that was opened. */
  get life(): number {
    return this.#life;
  }

  /** What a save would send now: changed fields only. */
  get savePayload(): SavePayload {
    const { base, fields, rev } = this.snapshot;
    return { fields: changedFields(base, fields), ifMatch: rev, idempotencyKey: this.#key };
  }

  /** Changes the form. */
  update(patch: Partial<FormFields>): void {
    this.#edit({ fields: { ...this.form, ...patch } });
  }

  /** Opens another piece, or the same as it was saved elsewhere: what was typed, undo and merges are those of the piece before. */
  reset(content: ContentRecord | null): void {
    this.flush();
    this.#life += 1;
    this.#undone = null;
    this.#creation = null;
    this.#store.set(this.#opened(content));
  }

  addAsset(assetId: string, relationship = 'attachment'): void {
    const assets = this.snapshot.links.assets.filter((each) => each.assetId !== assetId || each.relationship !== relationship);
    this.#edit({ links: { ...this.snapshot.links, assets: [...assets, { assetId, relationship }] } });
  }

  /** Takes an asset away, in one role or in all. A picture that goes is the thumbnail no more. */
  removeAsset(assetId: string, relationship?: string): void {
    const { links, fields } = this.snapshot;
    const assets = links.assets.filter(
      (each) => each.assetId !== assetId || (relationship !== undefined && each.relationship !== relationship),
    );
    const isGone = !assets.some((each) => each.assetId === assetId);
    const thumbnailAssetId = isGone && fields.thumbnailAssetId === assetId ? null : fields.thumbnailAssetId;
    this.#edit({ links: { ...links, assets }, fields: { ...fields, thumbnailAssetId } });
  }

  setThumbnailAsset(assetId: string | null): void {
    this.update({ thumbnailAssetId: assetId });
  }

  setReferenceIds(referenceIds: readonly string[]): void {
    this.#edit({ links: { ...this.snapshot.links, referenceIds: [...new Set(referenceIds)] } });
  }

  setFactIds(factIds: readonly string[]): void {
    this.#edit({ links: { ...this.snapshot.links, factIds: [...new Set(factIds)] } });
  }

  /**
   * Applies what an assistant, or anybody else, proposes, as one step. It writes the form and nothing else. With a source it also says in
   * the metadata that AI had a part; taking the step back takes that back.
   */
  applyFieldUpdates(
    updates: FieldUpdates,
    from?: UpdateSource,
  ): {
    readonly applied: readonly string[];
    readonly refused: readonly { readonly field: string; readonly reason: string }[];
    readonly stepId: string | null;
  } {
    const { changes, refused } = checkUpdates(updates, this.form, this.#options.assistantFields ?? ASSISTANT_FIELDS, from?.base);
    const applied = Object.keys(changes);
    if (applied.length === 0) return { applied, refused, stepId: null };
    const disclosed = from === undefined ? {} : { metadata: withAiDisclosed(this.form.metadata, from.model) as Json };
    return { applied, refused, stepId: this.#step('proposal', { ...changes, ...disclosed }) };
  }

  /** Takes a step back, the latest when none is named, whatever was typed since. */
  undo(stepId?: string): UndoResult {
    const { steps } = this.snapshot;
    const step = stepId === undefined ? steps.at(-1) : steps.find((each) => each.id === stepId);
    if (step === undefined) return { undone: [], conflicts: [] };
    const { changes, undone, conflicts } = undoOf(step, this.form as unknown as Fields);
    this.#undone = step;
    this.#edit({ fields: { ...this.form, ...changes }, steps: steps.filter((each) => each !== step) });
    return { undone, conflicts };
  }

  /** Applies again what was taken back last. */
  redo(): UndoResult {
    const step = this.#undone;
    if (step === null) return { undone: [], conflicts: [] };
    const { changes, undone, conflicts } = redoOf(step, this.form as unknown as Fields);
    this.#undone = null;
    this.#edit({ fields: { ...this.form, ...changes }, steps: [...this.snapshot.steps, step] });
    return { undone, conflicts };
  }

  /** Saves what changed. One request is under way at a time; what changes meanwhile is one further save. */
  save(): Promise<SaveOutcome> {
    if (this.#isDisposed) return Promise.resolve({ status: 'closed', detail: 'The editor is closed.' });
    return this.#queue.save();
  }

  /** Answers what a merge asks. The form then holds the merged text, based on the other person's; it is saved by the next save. */
  merge(answers: Readonly<Record<string, MergeAnswer>>): boolean {
    const { conflict } = this.snapshot;
    const resolved = conflict?.merge.resolve(answers);
    if (conflict === null || resolved === undefined) return false;
    this.#takeTheirs(conflict.theirs, resolved, []);
    return true;
  }

  /** Leaves one's own edits and goes on from what the record is now. */
  discardMine(): void {
    const { conflict } = this.snapshot;
    if (conflict === null) return;
    this.reset(conflict.theirs);
    this.#drafts.forget(this.#place());
  }

  /** Puts the edits of an earlier time into the form: as they are when the record is the same, else by a merge. */
  restore(): void {
    const { found, fields, base } = this.snapshot;
    if (found === null) return;
    const merge = mergeFields(
      (found.base ?? formOf(null)) as unknown as Fields,
      formOf(found.fields) as unknown as Fields,
      fields as unknown as Fields,
    );
    const resolved = merge.resolve({});
    if (found.creation !== null)
      this.#creation = { intent: { key: found.creation.key }, fields: changedFields(null, found.creation.fields) };
    this.#patch({ found: null });
    if (resolved !== undefined) this.#step('restore', resolved);
    else if (base !== null)
      this.#conflict({ ...(base as unknown as ContentRecord), id: this.snapshot.contentId ?? '', rev: this.snapshot.rev ?? 0 }, merge);
    this.#drafts.discard(this.#place(), found);
  }

  /** Forgets the edits of an earlier time. */
  discardFound(): void {
    const { found } = this.snapshot;
    if (found !== null) this.#drafts.discard(this.#place(), found);
    this.#patch({ found: null });
  }

  /** Keeps what is not saved on the machine at once: when the page is left. */
  flush(): void {
    if (this.#timer !== undefined) this.#keep();
  }

  /** Ends it; what is not saved is kept on the machine. */
  dispose(): void {
    this.flush();
    this.#isDisposed = true;
    this.#life += 1;
  }

  #place(): { readonly userId: string; readonly tenantId: string | null; readonly contentId: string | null } {
    return {
      userId: this.#options.userId ?? '',
      tenantId: this.#options.tenantId ?? null,
      contentId: this.#store?.getSnapshot().contentId ?? null,
    };
  }

  #opened(content: ContentRecord | null, draft?: Partial<FormFields>): EditorSnapshot {
    const base = content === null ? null : formOf(content);
    const fields = formOf({ ...(base ?? formOf(null)), ...draft });
    this.#storedLinks = {
      ...NO_LINKS,
      ...this.#options.links,
      referenceIds: this.#options.links?.referenceIds ?? (content?.references ?? []).map(({ targetId }) => targetId),
    };
    this.#key = newIntent().key;
    const contentId = content?.id ?? null;
    const found = this.#drafts.find({ userId: this.#options.userId ?? '', tenantId: this.#options.tenantId ?? null, contentId }) ?? null;
    const isSame = found !== null && same(found.fields as unknown as Json, fields as unknown as Json);
    return Object.freeze({
      contentId,
      rev: content?.rev ?? null,
      base,
      fields,
      links: this.#storedLinks,
      isDirty: this.#isDirty(base, fields, this.#storedLinks),
      status: 'clean',
      problem: null,
      conflict: null,
      merged: [],
      localCopy: { at: null, failed: false },
      found: isSame ? null : found,
      steps: [],
    } satisfies EditorSnapshot);
  }

  #isDirty(base: FormFields | null, fields: FormFields, links: Links): boolean {
    if (!sameLinks(this.#storedLinks, links)) return true;
    return base === null ? !isBlank(fields) : Object.keys(changedFields(base, fields)).length > 0;
  }

  #patch(changes: Partial<EditorSnapshot>): void {
    if (this.#isDisposed) return;
    this.#store.set(Object.freeze({ ...this.snapshot, ...changes }));
  }

  #edit(changes: Partial<EditorSnapshot>): void {
    if (this.#isDisposed) return;
    const before = this.snapshot;
    const next = { ...before, ...changes };
    const isSame = same(before.fields as unknown as Json, next.fields as unknown as Json) && sameLinks(before.links, next.links);
    if (isSame && next.steps === before.steps) return;
    const isDirty = this.#isDirty(next.base, next.fields, next.links);
    const status = this.#queue.isSaving() || before.status === 'conflict' ? before.status : isDirty ? 'unsaved' : 'clean';
    this.#patch({ ...changes, fields: Object.freeze(next.fields), isDirty, status });
    this.#keepSoon();
  }

  #step(what: AppliedStep['what'], changes: Fields): string {
    const form = this.form as unknown as Fields;
    const names = Object.keys(changes).filter((name) => !same(form[name], changes[name]));
    const of = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
    const step: AppliedStep = { id: newIntent().key, what, before: of(form), after: of(changes) };
    this.#undone = null;
    this.#edit({ fields: { ...this.form, ...changes }, steps: [...this.snapshot.steps, step] });
    return step.id;
  }

  #keepSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), KEEP_AFTER);
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#options.storage === undefined || this.#options.storage === null) return;
    const { base, rev, fields, isDirty } = this.snapshot;
    const place = this.#place();
    if (!isDirty) {
      this.#drafts.forget(place);
      this.#patch({ localCopy: { at: null, failed: false } });
      return;
    }
    const at = new Date(this.#options.now?.() ?? Date.now()).toISOString();
    const creation = this.#creation && { key: this.#creation.intent.key, fields: formOf(this.#creation.fields as Partial<ContentRecord>) };
    const isKept = this.#drafts.keep(place, { base, baseRev: rev, fields, at, creation } satisfies Omit<LocalDraft, 'tab'>);
    this.#patch({ localCopy: { at: isKept ? at : this.snapshot.localCopy.at, failed: !isKept } });
  }

  async #save(): Promise<SaveOutcome> {
    const { isDirty, conflict } = this.snapshot;
    if (conflict !== null) return { status: 'conflict', detail: 'Somebody else saved it meanwhile: decide what is to stand.' };
    if (!isDirty && this.#creation === null) return { status: 'unchanged', detail: 'There is nothing to save.' };
    const life = this.#life;
    this.#patch({ status: 'saving', problem: null });
    try {
      const outcome = await this.#sendAll(life);
      return life === this.#life ? outcome : { status: 'closed', detail: 'Another piece was opened.' };
    } catch (error) {
      if (life !== this.#life) return { status: 'closed', detail: 'Another piece was opened.' };
      return this.#failed(error);
    }
  }

  async #sendAll(life: number): Promise<SaveOutcome> {
    const { client, save } = this.#options;
    const payload = this.savePayload;
    const sent = this.form;
    if (Object.keys(payload.fields).length > 0 || payload.ifMatch === null) {
      const outcome: SendOutcome | CreationOutcome = save
        ? { kind: 'saved', record: await save(payload) }
        : await this.#sendRecord(required(client), payload);
      if (life !== this.#life) return { status: 'closed', detail: 'Another piece was opened.' };
      if (outcome.kind === 'moved_on') return this.#movedOn(outcome.theirs);
      const earlier = (outcome as Partial<CreationOutcome>).earlier ?? null;
      this.#accept(outcome.record, earlier ?? sent);
      this.#options.onSaved?.(outcome.record, payload);
      // What was made before its answer was lost is stored now; what was typed since goes after it.
      if (earlier !== null && this.snapshot.isDirty) return this.#sendAll(life);
    }
    const { contentId, links, rev } = this.snapshot;
    if (contentId !== null && client && !sameLinks(this.#storedLinks, links))
      await saveLinks(client, contentId, { from: this.#storedLinks, to: links, stored: (now) => (this.#storedLinks = now) });
    if (life !== this.#life) return { status: 'closed', detail: 'Another piece was opened.' };
    const isDirty = this.#isDirty(this.snapshot.base, this.form, this.snapshot.links);
    this.#patch({ isDirty, status: isDirty ? 'unsaved' : 'saved', merged: [] });
    this.#keep();
    return { status: 'saved', rev: rev ?? 0 };
  }

  async #sendRecord(client: ColophonClient, { fields, ifMatch }: SavePayload): Promise<SendOutcome | CreationOutcome> {
    const { contentId } = this.snapshot;
    if (contentId !== null && ifMatch !== null) return sendChange(client, contentId, fields, ifMatch);
    const before = this.#creation;
    const record = await sendCreation(client, fields, before, (creation) => {
      this.#creation = creation;
      this.#keep();
    });
    return { kind: 'saved', record, earlier: before && formOf(before.fields as Partial<ContentRecord>) };
  }

  /** Takes a saved record as the new base; what was typed while it was sent stays typed. */
  #accept(record: ContentRecord, sent: FormFields): void {
    const base = formOf(record);
    const typed = Object.entries(this.form).filter(([name, value]) => !same(value as Json, sent[name as keyof FormFields] as Json));
    const place = this.#place();
    const fields = formOf({ ...base, ...Object.fromEntries(typed) });
    this.#key = newIntent().key;
    this.#drafts.forget(place);
    this.#patch({ contentId: record.id, rev: record.rev, base, fields, isDirty: this.#isDirty(base, fields, this.snapshot.links) });
  }

  #movedOn(theirs: ContentRecord): SaveOutcome {
    const { base, fields } = this.snapshot;
    const merge = mergeFields(base as unknown as Fields, fields as unknown as Fields, formOf(theirs) as unknown as Fields);
    const resolved = merge.resolve({});
    if (resolved === undefined) return this.#conflict(theirs, merge);
    this.#takeTheirs(theirs, resolved, merge.takenFromTheirs);
    return { status: 'conflict', detail: 'Somebody else saved it meanwhile. Both texts are merged; look at it and save.' };
  }

  #conflict(theirs: ContentRecord, merge: ReturnType<typeof mergeFields>): SaveOutcome {
    this.#patch({ status: 'conflict', conflict: { theirs, merge } });
    return { status: 'conflict', detail: 'Somebody else saved it meanwhile: decide what is to stand.' };
  }

  #takeTheirs(theirs: ContentRecord, resolved: Fields, merged: readonly string[]): void {
    const base = formOf(theirs);
    this.#patch({ base, rev: theirs.rev, conflict: null, merged, status: 'unsaved' });
    this.#step('merge', resolved);
    this.#patch({ isDirty: this.#isDirty(base, this.form, this.snapshot.links) });
  }

  #failed(error: unknown): SaveOutcome {
    const problem = problemOf(error);
    const isAway = ProblemError.isInstance(error) && (error.status === 0 || error.status === 503);
    const status = isAway ? 'offline' : ProblemError.isInstance(error) && error.status === 401 ? 'signed_out' : 'refused';
    this.#patch({ status, problem });
    this.#keep();
    return { status: status === 'offline' ? 'offline' : 'refused', detail: problem.detail };
  }
}

/**
 * Makes the state of an editor: the form, what is saved of it, its copy on this machine, its merges and its steps. Use it for an editor of
 * your own; `ContentEditor` stands on it.
 *
 * @example
 * const editor = createContentEditorState({ content, client, storage: localStorage, userId });
 * editor.update({ title: 'Budget approved' });
 * await editor.save(); // { status: 'saved', rev: 4 }
 */
export function createContentEditorState(options: ContentEditorStateOptions = {}): ContentEditorState {
  return new ContentEditorState(options);
}

function required(client: ColophonClient | null | undefined): ColophonClient {
  if (!client) throw new Error('There is nothing to save with: give a client, or a save function.');
  return client;
}
