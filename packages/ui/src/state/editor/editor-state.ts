import { newIntent } from '@colophon/client';
import { send } from '../client-port.ts';
import type { SharedDraft } from '../draft/shared-draft.ts';
import type { Fields } from '../fields.ts';
import { carryFields } from '../merge/carry-fields.ts';
import { readContent } from '../read-answer.ts';
import type { ContentRecord, Json } from '../records.ts';
import type { Store } from '../store.ts';
import { redoOf, undoOf, type UndoResult } from './change-stack.ts';
import type { ContentEditorStateOptions, SaveOutcome } from './editor-options.ts';
import { EditorSaving, type PublishOptions } from './editor-saving.ts';
import type { EditorSnapshot, SaveStatus } from './editor-snapshot.ts';
import { ASSISTANT_FIELDS, checkUpdates, type FieldUpdates, type UpdateSource, withAiDisclosed } from './field-updates.ts';
import { changedFields, type FormFields, formOf, isRecordField } from './form.ts';
import type { DraftFate } from './found-drafts.ts';
import type { FoundDraft } from './local-draft.ts';
import { OpenedPiece } from './opened-piece.ts';
import { type Links, mergeLinks } from './save-links.ts';
import type { SavePayload } from './save-record.ts';

/** The state of an editor, without a user interface. Created by `createContentEditorState`; it can open several pieces in turn. */
export class ContentEditorState implements Store<EditorSnapshot> {
  readonly #piece: OpenedPiece;
  readonly #saving: EditorSaving;
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

  /**
   * Opens another piece, or the same one as saved elsewhere. Input, undo steps and merges of the previous piece are discarded; what was
   * written in its draft stays there.
   */
  reset(content: ContentRecord | null): void {
    // The draft of the same piece goes on.
    if (content !== null && this.#piece.draft !== null && content.id === this.snapshot.contentId) this.#piece.learn(content);
    else this.#piece.open(content);
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
    const { slug: _slug, status: _status, ...fields } = changedFields(null, { ...this.form, title });
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

  /**
   * Publishes the draft exactly as it was at a state, with a notice to readers or without: all or nothing. What was written since stays in
   * the draft. Only for a piece whose draft is open.
   */
  publish(options: PublishOptions = {}): Promise<SaveOutcome> {
    if (this.#piece.isDisposed) return Promise.resolve({ status: 'closed', detail: 'The editor is closed.' });
    return this.#saving.publish(options);
  }

  /** Whether a stored piece can have a shared draft here: a form that a host saves has none. */
  get hasDrafts(): boolean {
    const { client, save, drafts } = this.#piece.options;
    return client != null && save === undefined && drafts !== false;
  }

  /** The draft of the piece, for a surface that binds to its document; null until it is open, and where there is none. */
  get draft(): SharedDraft | null {
    return this.#piece.draft?.shared ?? null;
  }

  /**
   * Waits until everything that was typed is in the draft on the server.
   *
   * @returns the name of that state, for a review; null where there is no draft
   * @throws ProblemError
   */
  async flushDraft(): Promise<string | null> {
    const { draft } = this.#piece;
    await draft?.flush();
    // What the last save changed by itself is part of it.
    await draft?.reached(this.snapshot.rev ?? 0);
    return (await draft?.flush()) ?? null;
  }

  /** Whether the draft of a new piece begins as one that nobody else can read until it is shared. */
  setPrivate(isPrivate: boolean): void {
    if (this.snapshot.contentId === null) this.#piece.patch({ isPrivate });
  }

  /**
   * Restores earlier edits into the form: what only one side changed is taken, and where both changed the same words both stand. The status
   * and dates of a stored piece are not restored, since they would publish it.
   */
  restore(): void {
    const { found, fields, contentId } = this.snapshot;
    if (found === null) return;
    const base = (found.base ?? formOf(null)) as unknown as Fields;
    const mine = Object.entries(formOf(found.fields)).filter(([name]) => contentId === null || !isRecordField(name as keyof FormFields));
    const form = fields as unknown as Fields;
    const { fields: restored, both } = carryFields(base, { ...form, ...Object.fromEntries(mine) } as Fields, form);
    if (found.creation !== null)
      this.#piece.creation = { intent: { key: found.creation.key }, fields: changedFields(null, found.creation.fields) };
    this.#piece.patch({ found: null, merged: [...new Set([...this.snapshot.merged, ...both])] });
    if (found.links) this.#piece.edit({ links: mergeLinks(found.links.base, found.links.now, this.snapshot.links) });
    this.#piece.step('restore', restored);
    this.#piece.keep();
    this.#piece.settle(found, 'restored');
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

  /** Discards the offered earlier edits. */
  discardFound(): void {
    const { found } = this.snapshot;
    if (found !== null) this.#piece.settle(found, 'discarded');
  }

  /** Keeps unsaved input on this device immediately, when the page is left. */
  flush(): void {
    this.#piece.flush();
    this.draft?.leave();
  }

  /** Closes the editor; unsaved input is kept on this device. */
  dispose(): void {
    this.flush();
    this.#piece.draft?.stop();
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
