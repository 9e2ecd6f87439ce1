import { newIntent } from '@colophon/client';
import { send } from '../client-port.ts';
import { type FieldMerge, type Fields, type MergeAnswer, mergeFields } from '../merge/field-merge.ts';
import { readContent } from '../read-answer.ts';
import type { ContentRecord, Json } from '../records.ts';
import type { Store } from '../store.ts';
import { redoOf, undoOf, type UndoResult } from './change-stack.ts';
import type { ContentEditorStateOptions, SaveOutcome } from './editor-options.ts';
import { EditorSaving } from './editor-saving.ts';
import type { EditorSnapshot, SaveStatus } from './editor-snapshot.ts';
import { ASSISTANT_FIELDS, checkUpdates, type FieldUpdates, type UpdateSource, withAiDisclosed } from './field-updates.ts';
import { changedFields, type FormFields, formOf } from './form.ts';
import type { DraftFate } from './found-drafts.ts';
import type { FoundDraft } from './local-draft.ts';
import { OpenedPiece } from './opened-piece.ts';
import { type Links, mergeLinks } from './save-links.ts';
import type { SavePayload } from './save-record.ts';

/** The state of an editor, without a user interface. Created by `createContentEditorState`; it can open several pieces in turn. */
export class ContentEditorState implements Store<EditorSnapshot> {
  readonly #piece: OpenedPiece;
  readonly #saving: EditorSaving;
  /** Earlier edits that are being restored, while the user resolves conflicts. */
  #restoring: FoundDraft | null = null;
  readonly getSnapshot: () => EditorSnapshot;
  readonly subscribe: (listener: () => void) => () => void;

  constructor(options: ContentEditorStateOptions) {
    this.#piece = new OpenedPiece(options);
    this.#saving = new EditorSaving(this.#piece);
    this.getSnapshot = this.#piece.store.getSnapshot;
    this.subscribe = this.#piece.store.subscribe;
  }

  /** The current form. */
  get form(): FormFields {
    return this.snapshot.fields;
  }

  get snapshot(): EditorSnapshot {
    return this.#piece.snapshot;
  }

  get status(): SaveStatus {
    return this.snapshot.status;
  }

  /** Incremented each time a piece is opened. */
  get life(): number {
    return this.#piece.life;
  }

  /** The body that a save would send now: only changed fields. */
  get savePayload(): SavePayload {
    return this.#saving.payload;
  }

  /** Changes the form. */
  update(patch: Partial<FormFields>): void {
    this.#piece.edit({ fields: { ...this.form, ...patch } });
  }

  /** Opens another piece, or the same one as saved elsewhere. Input, undo steps and merges of the previous piece are discarded. */
  reset(content: ContentRecord | null): void {
    this.#restoring = null;
    this.#piece.open(content);
  }

  addAsset(assetId: string, relationship = 'attachment'): void {
    const assets = this.snapshot.links.assets.filter((each) => each.assetId !== assetId || each.relationship !== relationship);
    this.#piece.edit({ links: { ...this.snapshot.links, assets: [...assets, { assetId, relationship }] } });
  }

  /** Removes an asset, from one role or all. A removed picture is no longer the thumbnail. */
  removeAsset(assetId: string, relationship?: string): void {
    const { links, fields } = this.snapshot;
    const assets = links.assets.filter(
      (each) => each.assetId !== assetId || (relationship !== undefined && each.relationship !== relationship),
    );
    const isGone = !assets.some((each) => each.assetId === assetId);
    const thumbnailAssetId = isGone && fields.thumbnailAssetId === assetId ? null : fields.thumbnailAssetId;
    this.#piece.edit({ links: { ...links, assets }, fields: { ...fields, thumbnailAssetId } });
  }

  /** Puts back the pictures that were removed and are still attached to the stored piece. */
  keepAssets(): void {
    const { links } = this.snapshot;
    const isThere = (asset: Links['assets'][number]): boolean =>
      links.assets.some(({ assetId, relationship }) => assetId === asset.assetId && relationship === asset.relationship);
    const removed = this.#piece.storedLinks.assets.filter((asset) => !isThere(asset));
    this.#piece.edit({ links: { ...links, assets: [...links.assets, ...removed] } });
  }

  setThumbnailAsset(assetId: string | null): void {
    this.update({ thumbnailAssetId: assetId });
  }

  setReferenceIds(referenceIds: readonly string[]): void {
    this.#piece.edit({ links: { ...this.snapshot.links, referenceIds: [...new Set(referenceIds)] } });
  }

  setFactIds(factIds: readonly string[]): void {
    this.#piece.edit({ links: { ...this.snapshot.links, factIds: [...new Set(factIds)] } });
  }

  /** Sets the stored facts or assets of the piece, if they were read after it was opened. Later additions and removals are kept. */
  learnLinks(stored: Partial<Omit<Links, 'referenceIds'>>): void {
    this.#piece.learnLinks(stored);
  }

  /**
   * Saves the form as a new piece with the given title, and leaves this one unchanged.
   *
   * @throws ProblemError if the server rejects it
   */
  async saveCopy(title: string): Promise<ContentRecord> {
    const { client } = this.#piece.options;
    if (!client) throw new Error('There is nothing to save with: give a client.');
    const mine = this.#restoring?.fields ?? this.form;
    const { slug: _slug, status: _status, ...fields } = changedFields(null, { ...mine, title });
    return readContent((await send(client, 'post', '/contents', { body: fields, intent: newIntent() })).value);
  }

  /**
   * Applies the proposal of an assistant or other source as one step. It only changes the form. With a source, it also discloses the use of
   * AI in the metadata; undoing the step undoes that, too.
   */
  applyFieldUpdates(
    updates: FieldUpdates,
    from?: UpdateSource,
  ): {
    readonly applied: readonly string[];
    readonly refused: readonly { readonly field: string; readonly reason: string }[];
    readonly stepId: string | null;
  } {
    if (this.snapshot.stored?.can?.update === false)
      return { applied: [], refused: Object.keys(updates).map((field) => ({ field, reason: 'not_allowed' })), stepId: null };
    const { changes, refused } = checkUpdates(updates, this.form, this.#piece.options.assistantFields ?? ASSISTANT_FIELDS, from?.base);
    const applied = Object.keys(changes);
    if (applied.length === 0) return { applied, refused, stepId: null };
    const disclosed = from === undefined ? {} : { metadata: withAiDisclosed(this.form.metadata, from.model) as Json };
    return { applied, refused, stepId: this.#piece.step('proposal', { ...changes, ...disclosed }) };
  }

  /** Undoes a step, by default the latest, even if the form has changed since. */
  undo(stepId?: string): UndoResult {
    const { steps } = this.snapshot;
    const step = stepId === undefined ? steps.at(-1) : steps.find((each) => each.id === stepId);
    if (step === undefined) return { undone: [], conflicts: [] };
    const { changes, undone, conflicts } = undoOf(step, this.form as unknown as Fields);
    this.#piece.undone = step;
    this.#piece.edit({ fields: { ...this.form, ...changes }, steps: steps.filter((each) => each !== step) });
    return { undone, conflicts };
  }

  /** Redoes the step that was undone last. */
  redo(): UndoResult {
    const step = this.#piece.undone;
    if (step === null) return { undone: [], conflicts: [] };
    const { changes, undone, conflicts } = redoOf(step, this.form as unknown as Fields);
    this.#piece.undone = null;
    this.#piece.edit({ fields: { ...this.form, ...changes }, steps: [...this.snapshot.steps, step] });
    return { undone, conflicts };
  }

  /** Saves the changes. Only one request runs at a time; changes made meanwhile are saved by one further request. */
  save(): Promise<SaveOutcome> {
    if (this.#piece.isDisposed) return Promise.resolve({ status: 'closed', detail: 'The editor is closed.' });
    return this.#saving.save();
  }

  /** Resolves a conflict. The form then holds the merged text, based on the other person's save; the next save stores it. */
  merge(answers: Readonly<Record<string, MergeAnswer>>): boolean {
    const { conflict } = this.snapshot;
    const resolved = conflict?.merge.resolve(answers);
    if (conflict === null || resolved === undefined) return false;
    this.#saving.takeTheirs(conflict.theirs, resolved, []);
    this.#forgetRestored();
    return true;
  }

  /**
   * Continues an unresolved conflict with a later save of the record by someone else, such as a change of its status. Does nothing without
   * a conflict, or for a record that is not newer.
   */
  updateConflict(theirs: ContentRecord): void {
    const { conflict, contentId } = this.snapshot;
    if (conflict !== null && this.#restoring === null && theirs.id === contentId && theirs.rev > conflict.theirs.rev)
      this.#saving.mergeWith(theirs);
  }

  /** Discards the user's edits and continues from the current record; when restoring earlier edits, from the form. */
  discardMine(): void {
    const { conflict } = this.snapshot;
    if (conflict === null) return;
    if (this.#restoring === null) {
      this.reset(conflict.theirs);
      this.#piece.drafts.forget(this.#piece.place);
      return;
    }
    this.#forgetRestored('discarded');
    this.#piece.patch({ conflict: null, status: this.snapshot.isDirty ? 'unsaved' : 'clean' });
  }

  /** Deletes earlier edits once they are in the form, or discarded. */
  #forgetRestored(fate: DraftFate = 'restored'): void {
    if (this.#restoring !== null) this.#piece.settle(this.#restoring, fate);
    this.#restoring = null;
  }

  /** Restores earlier edits into the form: unchanged if the record is the same, else by a merge. */
  restore(): void {
    const { found, fields, base, stored } = this.snapshot;
    if (found === null) return;
    const mergeForm = (form: Fields): FieldMerge =>
      mergeFields((found.base ?? formOf(null)) as unknown as Fields, formOf(found.fields) as unknown as Fields, form);
    const resolved = mergeForm(fields as unknown as Fields).resolve({});
    if (found.creation !== null)
      this.#piece.creation = { intent: { key: found.creation.key }, fields: changedFields(null, found.creation.fields) };
    this.#piece.patch({ found: null });
    this.#restoring = found;
    if (found.links) this.#piece.edit({ links: mergeLinks(found.links.base, found.links.now, this.snapshot.links) });
    if (resolved === undefined) {
      // They are kept until the user has decided: if the page is closed now, they are offered again.
      const stands = (base ?? fields) as unknown as ContentRecord;
      this.#piece.showConflict({ ...stored, ...stands, id: this.snapshot.contentId ?? '', rev: this.snapshot.rev ?? 0 }, mergeForm);
      return;
    }
    this.#piece.step('restore', resolved);
    this.#piece.keep();
    this.#forgetRestored();
  }

  /**
   * Offers earlier edits that were kept elsewhere, like those on this device: the newest first. Edits that equal the form are not
   * offered.
   *
   * @param settle called once they are restored or discarded
   */
  offer(draft: FoundDraft, settle: (fate: DraftFate) => void): void {
    this.#piece.offer(draft, settle);
  }

  /** Whether edits kept on the server are offered and not decided yet. */
  get isOfferingServers(): boolean {
    return this.#piece.found.hasServers;
  }

  /** Sets when the server last kept unsaved input; null if it has none. */
  keptOnServer(at: string | null): void {
    if (this.snapshot.serverCopy !== at) this.#piece.patch({ serverCopy: at });
  }

  /** Discards the offered earlier edits. */
  discardFound(): void {
    const { found } = this.snapshot;
    if (found !== null) this.#piece.settle(found, 'discarded');
  }

  /** Keeps unsaved input on this device immediately, when the page is left. */
  flush(): void {
    this.#piece.flush();
  }

  /** Closes the editor; unsaved input is kept on this device. */
  dispose(): void {
    this.flush();
    this.#piece.isDisposed = true;
    this.#piece.life += 1;
  }
}

/**
 * Creates the state of an editor: the form, its save state, its copy on this device, merges and undo steps. Use it for an editor of
 * your own; `ContentEditor` is based on it.
 *
 * @example
 * const editor = createContentEditorState({ client, storage: localStorage, userId });
 * editor.update({ title: 'Budget approved' });
 * await editor.save(); // { status: 'saved', rev: 1 }
 */
export function createContentEditorState(options: ContentEditorStateOptions = {}): ContentEditorState {
  return new ContentEditorState(options);
}
