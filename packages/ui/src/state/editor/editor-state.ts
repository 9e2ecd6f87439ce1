import { newIntent } from '@colophon/client';
import { send } from '../client-port.ts';
import { type Fields, type MergeAnswer, mergeFields } from '../merge/field-merge.ts';
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

/** The state of an editor of one piece after another, without a page. Made by `createContentEditorState`. */
export class ContentEditorState implements Store<EditorSnapshot> {
  readonly #piece: OpenedPiece;
  readonly #saving: EditorSaving;
  /** Edits of an earlier time that are being put into the form, while a person decides what is to stand. */
  #restoring: FoundDraft | null = null;
  readonly getSnapshot: () => EditorSnapshot;
  readonly subscribe: (listener: () => void) => () => void;

  constructor(options: ContentEditorStateOptions) {
    this.#piece = new OpenedPiece(options);
    this.#saving = new EditorSaving(this.#piece);
    this.getSnapshot = this.#piece.store.getSnapshot;
    this.subscribe = this.#piece.store.subscribe;
  }

  /** The form as it stands. */
  get form(): FormFields {
    return this.snapshot.fields;
  }

  get snapshot(): EditorSnapshot {
    return this.#piece.snapshot;
  }

  get status(): SaveStatus {
    return this.snapshot.status;
  }

  /** One more for every piece that was opened. */
  get life(): number {
    return this.#piece.life;
  }

  /** What a save would send now: changed fields only. */
  get savePayload(): SavePayload {
    return this.#saving.payload;
  }

  /** Changes the form. */
  update(patch: Partial<FormFields>): void {
    this.#piece.edit({ fields: { ...this.form, ...patch } });
  }

  /** Opens another piece, or the same as it was saved elsewhere: what was typed, undo and merges are those of the piece before. */
  reset(content: ContentRecord | null): void {
    this.#restoring = null;
    this.#piece.open(content);
  }

  addAsset(assetId: string, relationship = 'attachment'): void {
    const assets = this.snapshot.links.assets.filter((each) => each.assetId !== assetId || each.relationship !== relationship);
    this.#piece.edit({ links: { ...this.snapshot.links, assets: [...assets, { assetId, relationship }] } });
  }

  /** Takes an asset away, in one role or in all. A picture that goes is the thumbnail no more. */
  removeAsset(assetId: string, relationship?: string): void {
    const { links, fields } = this.snapshot;
    const assets = links.assets.filter(
      (each) => each.assetId !== assetId || (relationship !== undefined && each.relationship !== relationship),
    );
    const isGone = !assets.some((each) => each.assetId === assetId);
    const thumbnailAssetId = isGone && fields.thumbnailAssetId === assetId ? null : fields.thumbnailAssetId;
    this.#piece.edit({ links: { ...links, assets }, fields: { ...fields, thumbnailAssetId } });
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

  /** Takes in which facts or assets are stored with the piece, read after it was opened. What was added or taken away since stays so. */
  learnLinks(stored: Partial<Omit<Links, 'referenceIds'>>): void {
    this.#piece.learnLinks(stored);
  }

  /**
   * Makes a piece of its own of what stands in the form, under a title that says so, and leaves this one as it is.
   *
   * @throws ProblemError when the server refuses
   */
  async saveCopy(title: string): Promise<ContentRecord> {
    const { client } = this.#piece.options;
    if (!client) throw new Error('There is nothing to save with: give a client.');
    const mine = this.#restoring?.fields ?? this.form;
    const { slug: _slug, status: _status, ...fields } = changedFields(null, { ...mine, title });
    return readContent((await send(client, 'post', '/contents', { body: fields, intent: newIntent() })).value);
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
    if (this.snapshot.stored?.can?.update === false)
      return { applied: [], refused: Object.keys(updates).map((field) => ({ field, reason: 'not_allowed' })), stepId: null };
    const { changes, refused } = checkUpdates(updates, this.form, this.#piece.options.assistantFields ?? ASSISTANT_FIELDS, from?.base);
    const applied = Object.keys(changes);
    if (applied.length === 0) return { applied, refused, stepId: null };
    const disclosed = from === undefined ? {} : { metadata: withAiDisclosed(this.form.metadata, from.model) as Json };
    return { applied, refused, stepId: this.#piece.step('proposal', { ...changes, ...disclosed }) };
  }

  /** Takes a step back, the latest when none is named, whatever was typed since. */
  undo(stepId?: string): UndoResult {
    const { steps } = this.snapshot;
    const step = stepId === undefined ? steps.at(-1) : steps.find((each) => each.id === stepId);
    if (step === undefined) return { undone: [], conflicts: [] };
    const { changes, undone, conflicts } = undoOf(step, this.form as unknown as Fields);
    this.#piece.undone = step;
    this.#piece.edit({ fields: { ...this.form, ...changes }, steps: steps.filter((each) => each !== step) });
    return { undone, conflicts };
  }

  /** Applies again what was taken back last. */
  redo(): UndoResult {
    const step = this.#piece.undone;
    if (step === null) return { undone: [], conflicts: [] };
    const { changes, undone, conflicts } = redoOf(step, this.form as unknown as Fields);
    this.#piece.undone = null;
    this.#piece.edit({ fields: { ...this.form, ...changes }, steps: [...this.snapshot.steps, step] });
    return { undone, conflicts };
  }

  /** Saves what changed. One request is under way at a time; what changes meanwhile is one further save. */
  save(): Promise<SaveOutcome> {
    if (this.#piece.isDisposed) return Promise.resolve({ status: 'closed', detail: 'The editor is closed.' });
    return this.#saving.save();
  }

  /** Answers what a merge asks. The form then holds the merged text, based on the other person's; it is saved by the next save. */
  merge(answers: Readonly<Record<string, MergeAnswer>>): boolean {
    const { conflict } = this.snapshot;
    const resolved = conflict?.merge.resolve(answers);
    if (conflict === null || resolved === undefined) return false;
    this.#saving.takeTheirs(conflict.theirs, resolved, []);
    this.#forgetRestored();
    return true;
  }

  /** Leaves one's own edits and goes on from what the record is now; of edits of an earlier time, from what stands in the form. */
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

  /** The edits of an earlier time are forgotten once what they say stands in the form, or nobody wants it. */
  #forgetRestored(fate: DraftFate = 'restored'): void {
    if (this.#restoring !== null) this.#piece.settle(this.#restoring, fate);
    this.#restoring = null;
  }

  /** Puts the edits of an earlier time into the form: as they are when the record is the same, else by a merge. */
  restore(): void {
    const { found, fields, base, stored } = this.snapshot;
    if (found === null) return;
    const merge = mergeFields(
      (found.base ?? formOf(null)) as unknown as Fields,
      formOf(found.fields) as unknown as Fields,
      fields as unknown as Fields,
    );
    const resolved = merge.resolve({});
    if (found.creation !== null)
      this.#piece.creation = { intent: { key: found.creation.key }, fields: changedFields(null, found.creation.fields) };
    this.#piece.patch({ found: null });
    this.#restoring = found;
    if (found.links) this.#piece.edit({ links: mergeLinks(found.links.base, found.links.now, this.snapshot.links) });
    if (resolved === undefined) {
      // They stay kept until a person has decided: whoever closes the page now is offered them again.
      const stands = (base ?? fields) as unknown as ContentRecord;
      this.#saving.showConflict({ ...stored, ...stands, id: this.snapshot.contentId ?? '', rev: this.snapshot.rev ?? 0 }, merge);
      return;
    }
    this.#piece.step('restore', resolved);
    this.#piece.keep();
    this.#forgetRestored();
  }

  /**
   * Offers edits of an earlier time that were kept elsewhere, as those that are found on this machine are: the newest first. What says the
   * same as the form is not offered.
   *
   * @param settle told once they are restored or discarded
   */
  offer(draft: FoundDraft, settle: (fate: DraftFate) => void): void {
    this.#piece.offer(draft, settle);
  }

  /** Whether edits that the server keeps wait to be decided on. */
  get isOfferingServers(): boolean {
    return this.#piece.found.hasServers;
  }

  /** Says when the server kept a copy of what is not saved; null when it has none. */
  keptOnServer(at: string | null): void {
    if (this.snapshot.serverCopy !== at) this.#piece.patch({ serverCopy: at });
  }

  /** Forgets the edits of an earlier time. */
  discardFound(): void {
    const { found } = this.snapshot;
    if (found !== null) this.#piece.settle(found, 'discarded');
  }

  /** Keeps what is not saved on the machine at once: when the page is left. */
  flush(): void {
    this.#piece.flush();
  }

  /** Ends it; what is not saved is kept on the machine. */
  dispose(): void {
    this.flush();
    this.#piece.isDisposed = true;
    this.#piece.life += 1;
  }
}

/**
 * Makes the state of an editor: the form, what is saved of it, its copy on this machine, its merges and its steps. Use it for an editor of
 * your own; `ContentEditor` stands on it.
 *
 * @example
 * const editor = createContentEditorState({ client, storage: localStorage, userId });
 * editor.update({ title: 'Budget approved' });
 * await editor.save(); // { status: 'saved', rev: 1 }
 */
export function createContentEditorState(options: ContentEditorStateOptions = {}): ContentEditorState {
  return new ContentEditorState(options);
}
