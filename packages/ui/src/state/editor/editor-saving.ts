import { type Intent, newIntent, ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { type Fields, same } from '../fields.ts';
import { carryFields } from '../merge/carry-fields.ts';
import { readContent } from '../read-answer.ts';
import type { ContentRecord, Json } from '../records.ts';
import type { SaveOutcome } from './editor-options.ts';
import { problemOf } from './editor-problem.ts';
import { changedFields, type FormFields, formOf, isRecordField } from './form.ts';
import type { OpenedPiece } from './opened-piece.ts';
import { type Links, sameLinks, saveLinks } from './save-links.ts';
import { createSaveQueue } from './save-queue.ts';
import { type SavePayload, sendChange, sendCreation, type SendOutcome } from './save-record.ts';

/** A created piece; `earlier` is the body of the first request, if its response was lost. */
interface CreationOutcome {
  readonly kind: 'saved';
  readonly record: ContentRecord;
  readonly earlier: FormFields | null;
}

const CLOSED: SaveOutcome = { status: 'closed', detail: 'Another piece was opened.' };

/** What a publication says besides the text. */
export interface PublishOptions {
  /** The state of the draft that was looked at; default: as it is now. */
  readonly through?: string | undefined;
  readonly correction?: { readonly type: string; readonly summary: string } | null | undefined;
  /** The same for further attempts, so that readers are not told twice. */
  readonly intent?: Intent | undefined;
}

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

  /**
   * Publishes the draft exactly as it was at a state, with a notice to readers or without: all or nothing. A form without a draft is saved
   * with its status, and published as that is.
   */
  publish(options: PublishOptions): Promise<SaveOutcome> {
    return this.#run(async (life) => {
      const { client } = this.#piece.options;
      const { contentId } = this.#piece.snapshot;
      const draft = this.#piece.draft;
      if (!client || contentId === null || draft?.isShown !== true) throw new Error('Only a piece with a draft is published so.');
      const through = options.through ?? (await draft.flush());
      return this.#publish(client, contentId, { ...options, through: through ?? undefined }, life);
    });
  }

  /** Puts another person's save under the form, with the merged text; the next save stores it. */
  #takeTheirs(theirs: ContentRecord): SaveOutcome {
    const { base, fields } = this.#piece.snapshot;
    const opened = base as unknown as Fields;
    const stored = formOf(theirs) as unknown as Fields;
    const { fields: merged, both } = carryFields(opened, fields as unknown as Fields, stored);
    const taken = Object.keys(stored).filter(
      (name) => !same(opened[name], stored[name]) && !same(fields[name as keyof FormFields] as Json, stored[name]),
    );
    this.#piece.patch({
      base: formOf(theirs),
      rev: theirs.rev,
      stored: theirs,
      merged: [...new Set([...taken, ...both])],
      status: 'unsaved',
    });
    if (!same(merged, this.#piece.snapshot.fields as unknown as Fields)) this.#piece.step('merge', merged);
    const { fields: now, links, base: under } = this.#piece.snapshot;
    this.#piece.patch({ isDirty: this.#piece.isDirty(under, now, links) });
    this.#piece.keep();
    return { status: 'conflict', detail: 'Somebody else saved it meanwhile. Both texts are merged; look at it and save.' };
  }

  async #save(): Promise<SaveOutcome> {
    const { isDirty } = this.#piece.snapshot;
    if (!isDirty && this.#piece.creation === null && this.#piece.draft?.snapshot?.waiting !== 0 && this.#piece.draft !== null)
      await this.#piece.draft.flush().catch(() => null);
    if (!this.#piece.snapshot.isDirty && this.#piece.creation === null) return { status: 'unchanged', detail: 'There is nothing to save.' };
    return this.#run((life) => this.#sendAll(life));
  }

  async #run(send: (life: number) => Promise<SaveOutcome>): Promise<SaveOutcome> {
    const { life } = this.#piece;
    this.#piece.patch({ status: 'saving', problem: null });
    try {
      const outcome = await send(life);
      return life === this.#piece.life ? outcome : CLOSED;
    } catch (error) {
      return life === this.#piece.life ? this.#failed(error) : CLOSED;
    }
  }

  /** Saves the draft as it is when everything that was written here is in it, then what is of the record alone. */
  async #saveDraft(client: ColophonClient, life: number, isAgain = false): Promise<SaveOutcome> {
    const piece = this.#piece;
    const { payload } = this;
    const through = (await piece.draft?.flush()) ?? null;
    if (life !== piece.life) return CLOSED;
    // What was edited before the draft was open is in it now; a server without drafts is told otherwise.
    if (piece.draft?.isShown !== true) return this.#sendAll(life);
    const { contentId: id, base, fields, links, rev, isDirty } = piece.snapshot;
    const own = Object.fromEntries(Object.entries(changedFields(base, fields)).filter(([name]) => isRecordField(name as keyof FormFields)));
    if (own['status'] === 'published' && id !== null) return this.#publish(client, id, { through: through ?? undefined }, life);
    const hasText = Object.keys(changedFields(base, fields)).length > Object.keys(own).length || !sameLinks(piece.storedLinks, links);
    const params = { path: { id: id ?? '' } };
    let record = piece.snapshot.stored;
    if (isDirty && hasText && through !== null)
      try {
        record = readContent((await send(client, 'post', '/contents/{id}/draft/save', { params, body: { through } })).value);
        if (life !== piece.life) return CLOSED;
        this.#acceptSaved(record, links);
      } catch (error) {
        const isOld = ProblemError.isInstance(error) && (error.code === 'draft_moved_on' || error.code === 'no_draft');
        if (!isOld || isAgain) throw error;
        return this.#saveDraft(client, life, true);
      }
    if (Object.keys(own).length > 0) {
      const sent = await this.#sendOwn(client, id ?? '', own, record?.rev ?? rev ?? 0);
      if (life !== piece.life) return CLOSED;
      record = sent;
      this.#acceptSaved(record, piece.storedLinks);
    }
    if (record !== null) await piece.draft?.reached(record.rev);
    return this.#settled(record, payload);
  }

  /** Changes what is of the record alone. What others saved meanwhile is no conflict, unless it is the same field. */
  async #sendOwn(client: ColophonClient, id: string, own: Fields, rev: number): Promise<ContentRecord> {
    const sent = await sendChange(client, id, own, rev);
    if (sent.kind === 'saved') return sent.record;
    const before = this.#piece.snapshot.base as unknown as Fields;
    const theirs = formOf(sent.theirs) as unknown as Fields;
    this.#piece.accept(sent.theirs, this.#piece.storedLinks);
    if (!Object.keys(own).every((name) => same(before[name], theirs[name])))
      throw new ProblemError('precondition_failed', 'Somebody else changed it meanwhile. Look at it, and try again.', { status: 412 });
    const again = await sendChange(client, id, own, sent.theirs.rev);
    if (again.kind === 'saved') return again.record;
    throw new ProblemError('precondition_failed', 'Somebody else is saving it. Try again.', { status: 412, retryable: true });
  }

  async #publish(client: ColophonClient, id: string, { through, correction, intent }: PublishOptions, life: number): Promise<SaveOutcome> {
    const { payload } = this;
    const { links } = this.#piece.snapshot;
    const params = { path: { id } };
    const body = { ...(through !== undefined && { through }), ...(correction && { correction }) };
    await send(client, 'post', '/contents/{id}/publish', { params, body, ...(intent && { intent }) });
    const record = readContent((await send(client, 'get', '/contents/{id}', { params })).value);
    if (life !== this.#piece.life) return CLOSED;
    this.#acceptSaved(record, links);
    await this.#piece.draft?.reached(record.rev);
    return this.#settled(record, payload);
  }

  #acceptSaved(record: ContentRecord, links: Links): void {
    this.#piece.accept(record, links);
    // What was sent of the record alone is what it says now.
    const stands = Object.entries(formOf(record)).filter(([name]) => isRecordField(name as keyof FormFields));
    this.#piece.patch({ fields: Object.freeze({ ...this.#piece.snapshot.fields, ...Object.fromEntries(stands) }) as FormFields });
  }

  #settled(record: ContentRecord | null, payload: SavePayload): SaveOutcome {
    const { base, fields, links, rev } = this.#piece.snapshot;
    const isDirty = this.#piece.isDirty(base, fields, links);
    this.#piece.patch({ isDirty, status: isDirty ? 'unsaved' : 'saved', merged: [], problem: null });
    if (record !== null) this.#piece.options.onSaved?.(record, payload);
    return { status: 'saved', rev: rev ?? 0 };
  }

  async #sendAll(life: number): Promise<SaveOutcome> {
    const { client, save, onSaved } = this.#piece.options;
    if (client && this.#piece.draft !== null) return this.#saveDraft(client, life);
    const { payload } = this;
    const { isPrivate, contentId: known } = this.#piece.snapshot;
    const sent = isPrivate && known === null ? formOf(namesOnly(payload.fields) as Partial<ContentRecord>) : this.#piece.snapshot.fields;
    if (Object.keys(payload.fields).length > 0 || payload.ifMatch === null) {
      const outcome: SendOutcome | CreationOutcome = save
        ? { kind: 'saved', record: await save(payload) }
        : await this.#sendRecord(required(client), payload);
      if (life !== this.#piece.life) return CLOSED;
      if (outcome.kind === 'moved_on') {
        const merged = this.#takeTheirs(outcome.theirs);
        // Without anything of theirs in the form, there is nothing to look at before it is saved.
        return this.#piece.snapshot.merged.length === 0 ? this.#sendAll(life) : merged;
      }
      const earlier = (outcome as Partial<CreationOutcome>).earlier ?? null;
      this.#accept(outcome.record, earlier ?? sent);
      onSaved?.(outcome.record, payload);
      // The creation whose response was lost is stored now; later input is saved after it.
      if (earlier !== null && this.#piece.snapshot.isDirty) return this.#sendAll(life);
      // A new piece has a draft from now on: what its creation did not say is saved from it.
      this.#piece.startDraft();
      if (client && this.#piece.draft !== null && this.#piece.snapshot.isDirty) return this.#saveDraft(client, life);
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
    const record = await sendCreation(client, this.#piece.snapshot.isPrivate ? namesOnly(fields) : fields, before, (creation) => {
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

  #failed(error: unknown): SaveOutcome {
    const problem = problemOf(error);
    const isAway = ProblemError.isInstance(error) && (error.status === 0 || error.status === 503);
    const status = isAway ? 'offline' : ProblemError.isInstance(error) && error.status === 401 ? 'signed_out' : 'refused';
    this.#piece.patch({ status, problem });
    this.#piece.keep();
    return { status: status === 'offline' ? 'offline' : 'refused', detail: problem.detail };
  }
}

/** What a private piece shows to others: that it exists, and its title. */
function namesOnly(fields: Fields): Fields {
  const shown = ['type', 'variant', 'title', 'authors'];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => shown.includes(name)));
}

function required(client: ColophonClient | null | undefined): ColophonClient {
  if (!client) throw new Error('There is nothing to save with: give a client, or a save function.');
  return client;
}
