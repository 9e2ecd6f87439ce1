import { newIntent, ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { type Fields, mergeFields, same } from '../merge/field-merge.ts';
import { readContent } from '../read-answer.ts';
import type { ContentRecord, Json } from '../records.ts';
import type { SaveOutcome } from './editor-options.ts';
import { problemOf } from './editor-problem.ts';
import type { EditorConflict } from './editor-snapshot.ts';
import { changedFields, type FormFields, formOf } from './form.ts';
import type { OpenedPiece } from './opened-piece.ts';
import { sameLinks, saveLinks } from './save-links.ts';
import { createSaveQueue } from './save-queue.ts';
import { type SavePayload, sendChange, sendCreation, type SendOutcome } from './save-record.ts';

/** A created piece; `earlier` is the body of the first request, if its response was lost. */
interface CreationOutcome {
  readonly kind: 'saved';
  readonly record: ContentRecord;
  readonly earlier: FormFields | null;
}

const CLOSED: SaveOutcome = { status: 'closed', detail: 'Another piece was opened.' };
const CONFLICT: SaveOutcome = { status: 'conflict', detail: 'Somebody else saved it meanwhile: decide what is to stand.' };

/** Saves the open piece of an editor, and handles concurrent saves by others. */
export class EditorSaving {
  readonly #piece: OpenedPiece;
  readonly #queue = createSaveQueue(() => this.#save());

  constructor(piece: OpenedPiece) {
    this.#piece = piece;
    piece.isSaving = this.#queue.isSaving;
  }

  /** The body that a save would send now: only changed fields. */
  get payload(): SavePayload {
    const { base, fields, rev } = this.#piece.snapshot;
    return { fields: changedFields(base, fields), ifMatch: rev, idempotencyKey: this.#piece.key };
  }

  /** Saves the changes. Only one request runs at a time; changes made meanwhile are saved by one further request. */
  save(): Promise<SaveOutcome> {
    return this.#queue.save();
  }

  /** Merges the form with another person's save; if both changed the same, sets a conflict for the user to resolve. */
  mergeWith(theirs: ContentRecord): SaveOutcome {
    const { base, fields } = this.#piece.snapshot;
    const mergeForm = (form: Fields) => mergeFields(base as unknown as Fields, form, formOf(theirs) as unknown as Fields);
    const merge = mergeForm(fields as unknown as Fields);
    const resolved = merge.resolve({});
    if (resolved === undefined) {
      this.#piece.showConflict(theirs, mergeForm);
      return CONFLICT;
    }
    this.takeTheirs(theirs, resolved, merge.takenFromTheirs);
    return { status: 'conflict', detail: 'Somebody else saved it meanwhile. Both texts are merged; look at it and save.' };
  }

  /** Rebases the form on another person's save, with the merged text; the next save stores it. */
  takeTheirs(theirs: ContentRecord, resolved: Fields, merged: readonly string[]): void {
    const { contentId } = this.#piece.snapshot;
    // A new piece has no base: the conflict is between the form and a kept draft.
    const base = contentId === null ? null : formOf(theirs);
    const [rev, stored] = contentId === null ? [null, null] : [theirs.rev, theirs];
    this.#piece.patch({ base, rev, stored, conflict: null, merged, status: 'unsaved' });
    if (!same(resolved, this.#piece.snapshot.fields as unknown as Fields)) this.#piece.step('merge', resolved);
    const { fields, links } = this.#piece.snapshot;
    this.#piece.patch({ isDirty: this.#piece.isDirty(base, fields, links) });
    this.#piece.keep();
  }

  async #save(): Promise<SaveOutcome> {
    const { isDirty, conflict } = this.#piece.snapshot;
    if (conflict !== null) return this.#askAgain(conflict);
    if (!isDirty && this.#piece.creation === null) return { status: 'unchanged', detail: 'There is nothing to save.' };
    const { life } = this.#piece;
    this.#piece.patch({ status: 'saving', problem: null });
    try {
      const outcome = await this.#sendAll(life);
      return life === this.#piece.life ? outcome : CLOSED;
    } catch (error) {
      return life === this.#piece.life ? this.#failed(error) : CLOSED;
    }
  }

  async #sendAll(life: number): Promise<SaveOutcome> {
    const { client, save, onSaved } = this.#piece.options;
    const { payload } = this;
    const sent = this.#piece.snapshot.fields;
    if (Object.keys(payload.fields).length > 0 || payload.ifMatch === null) {
      const outcome: SendOutcome | CreationOutcome = save
        ? { kind: 'saved', record: await save(payload) }
        : await this.#sendRecord(required(client), payload);
      if (life !== this.#piece.life) return CLOSED;
      if (outcome.kind === 'moved_on') {
        const merged = this.mergeWith(outcome.theirs);
        const { conflict, merged: taken } = this.#piece.snapshot;
        // Without anything of theirs in the form, there is nothing to look at before it is saved.
        return conflict === null && taken.length === 0 ? this.#sendAll(life) : merged;
      }
      const earlier = (outcome as Partial<CreationOutcome>).earlier ?? null;
      this.#accept(outcome.record, earlier ?? sent);
      onSaved?.(outcome.record, payload);
      // The creation whose response was lost is stored now; later input is saved after it.
      if (earlier !== null && this.#piece.snapshot.isDirty) return this.#sendAll(life);
    }
    const { contentId, links, rev } = this.#piece.snapshot;
    const { storedLinks: from } = this.#piece;
    if (contentId !== null && client && !sameLinks(from, links))
      await saveLinks(client, contentId, { from, to: links, stored: (now) => (this.#piece.storedLinks = now) });
    if (life !== this.#piece.life) return CLOSED;
    const now = this.#piece.snapshot;
    const isDirty = this.#piece.isDirty(now.base, now.fields, now.links);
    this.#piece.patch({ isDirty, status: isDirty ? 'unsaved' : 'saved', merged: [] });
    this.#piece.keep();
    return { status: 'saved', rev: rev ?? 0 };
  }

  async #sendRecord(client: ColophonClient, { fields, ifMatch }: SavePayload): Promise<SendOutcome | CreationOutcome> {
    const { contentId } = this.#piece.snapshot;
    if (contentId !== null && ifMatch !== null) return sendChange(client, contentId, fields, ifMatch);
    const before = this.#piece.creation;
    const record = await sendCreation(client, fields, before, (creation) => {
      this.#piece.creation = creation;
      this.#piece.keep();
    });
    return { kind: 'saved', record, earlier: before && formOf(before.fields as Partial<ContentRecord>) };
  }

  /** Sets a saved record as the new base, and keeps what was typed during the request. */
  #accept(record: ContentRecord, sent: FormFields): void {
    const base = formOf(record);
    const { fields: form, links } = this.#piece.snapshot;
    const typed = Object.entries(form).filter(([name, value]) => !same(value as Json, sent[name as keyof FormFields] as Json));
    const fields = formOf({ ...base, ...Object.fromEntries(typed) });
    this.#piece.key = newIntent().key;
    this.#piece.drafts.forget(this.#piece.place);
    this.#piece.found.forgetSaved(sent);
    this.#piece.patch({
      found: this.#piece.found.newest(fields),
      contentId: record.id,
      rev: record.rev,
      stored: record,
      base,
      fields,
      isDirty: this.#piece.isDirty(base, fields, links),
    });
    // Input during the request, and links that are saved after it, are not stored yet.
    this.#piece.keep();
  }

  /** Shows an unresolved conflict again, with the record as it is now. A conflict of earlier edits has no newer record to wait for. */
  async #askAgain({ theirs }: EditorConflict): Promise<SaveOutcome> {
    const { client } = this.#piece.options;
    const { life } = this.#piece;
    const { contentId, rev } = this.#piece.snapshot;
    if (client && contentId !== null && theirs.rev !== rev) {
      const params = { path: { id: contentId } };
      const read = await send(client, 'get', '/contents/{id}', { params }).then(
        ({ value }) => readContent(value),
        () => null,
      );
      if (life !== this.#piece.life) return CLOSED;
      if (read && read.rev > theirs.rev) return this.mergeWith(read);
    }
    const { conflict } = this.#piece.snapshot;
    if (conflict) this.#piece.patch({ conflict: { ...conflict, theirs: { ...conflict.theirs } } });
    return CONFLICT;
  }

  #failed(error: unknown): SaveOutcome {
    const problem = problemOf(error);
    const isAway = ProblemError.isInstance(error) && (error.status === 0 || error.status === 503);
    const status = isAway ? 'offline' : ProblemError.isInstance(error) && error.status === 401 ? 'signed_out' : 'refused';
    this.#piece.patch({ status, problem });
    this.#piece.keep();
    return { status: status === 'offline' ? 'offline' : 'refused', detail: problem.detail };
  }
}

function required(client: ColophonClient | null | undefined): ColophonClient {
  if (!client) throw new Error('There is nothing to save with: give a client, or a save function.');
  return client;
}
