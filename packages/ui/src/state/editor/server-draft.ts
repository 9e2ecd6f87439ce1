import { ProblemError } from '@colophon/client';
import { isPlainObject } from '@colophon/base';
import { type ColophonClient, send } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';
import type { ContentEditorState } from './editor-state.ts';
import type { EditorSnapshot } from './editor-snapshot.ts';
import { changedFields, FIELD_NAMES, type FieldName, type FormFields, formOf } from './form.ts';
import type { FoundDraft } from './local-draft.ts';

/** In milliseconds after the last change. */
const SENT_AFTER = 5000;
/** The interval while typing without a pause, in milliseconds. */
const SENT_AT_LEAST = 30_000;
/** The maximum sent while a page is left, in characters of JSON: browsers allow 64 KB. */
const MOST_ON_LEAVING = 16_000;

/** The autosave of an editor on the server. */
export interface ServerDraft {
  /** Whether the server supports autosaves; null until that is known. */
  readonly isSupported: () => boolean | null;
  /** Sends pending input immediately, when the page is hidden or left. */
  readonly flush: () => void;
  /** Stops it. Input that was not sent stays on the device. */
  readonly stop: () => void;
}

interface Kept {
  readonly fields: Partial<FormFields>;
  readonly baseRev: number;
  readonly sequence: number;
  readonly savedAt: string;
}

/**
 * Autosaves unsaved input to the server (`PUT /contents/{id}/autosave`), and offers what was autosaved in an earlier session. It does not
 * change the record: there is no revision and no version. A server without autosaves gets no further requests.
 *
 * @example
 * const draft = serverDraft(editor, { client });
 * document.addEventListener('visibilitychange', draft.flush);
 */
export function serverDraft(editor: ContentEditorState, { client }: { readonly client: ColophonClient }): ServerDraft {
  return new ServerCopies(editor, client);
}

class ServerCopies implements ServerDraft {
  readonly #editor: ContentEditorState;
  readonly #client: ColophonClient;
  readonly #unsubscribe: () => void;
  #control = new AbortController();
  #isSupported: boolean | null = null;
  /** The opening of a piece that the other members belong to. */
  #life = -1;
  #contentId: string | null = null;
  /** The sequence of the stored autosave; null until it has been read. */
  #sequence: number | null = null;
  /** Whether the server has an autosave of this editor. */
  #isKept = false;
  /** The form as last sent. */
  #sent: FormFields | null = null;
  #isSending = false;
  #isAsking = false;
  #wasSaving = false;
  /** Whether an autosave and a save ran at the same time, so that their order on the server is unknown. */
  #isInDoubt = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstChange: number | null = null;

  constructor(editor: ContentEditorState, client: ColophonClient) {
    this.#editor = editor;
    this.#client = client;
    this.#unsubscribe = editor.subscribe(() => this.#watch());
    this.#watch();
  }

  readonly isSupported = (): boolean | null => this.#isSupported;

  readonly flush = (): void => {
    if (this.#timer !== undefined) void this.#put(true);
  };

  readonly stop = (): void => {
    this.#unsubscribe();
    this.#control.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  };

  #watch(): void {
    const { contentId, isDirty, status, fields } = this.#editor.snapshot;
    if (this.#editor.life !== this.#life || contentId !== this.#contentId) this.#open(contentId);
    if (contentId === null || this.#isSupported === false) return;
    if (status === 'saving') {
      this.#wasSaving = true;
      this.#isInDoubt ||= this.#isSending;
    }
    // The result of a save is known once it has ended.
    if (!isDirty) return status === 'saving' ? undefined : this.#settle();
    if (fields === this.#sent || this.#editor.isOfferingServers) return;
    this.#firstChange ??= Date.now();
    clearTimeout(this.#timer);
    const waits = Math.min(SENT_AFTER, Math.max(0, this.#firstChange + SENT_AT_LEAST - Date.now()));
    this.#timer = setTimeout(() => void this.#put(false), waits);
  }

  /** Begins with another piece, or one that was just created: reads its autosave. */
  #open(contentId: string | null): void {
    const wasMade = this.#life === this.#editor.life;
    this.#life = this.#editor.life;
    this.#contentId = contentId;
    this.#rest();
    this.#isSupported = null;
    this.#isAsking = false;
    this.#sequence = null;
    this.#isKept = false;
    this.#sent = null;
    if (contentId === null) return;
    if (wasMade) this.#sequence = 0;
    else void this.#find(contentId, this.#life);
  }

  async #find(contentId: string, life: number): Promise<void> {
    const { signal } = this.#control;
    this.#isAsking = true;
    try {
      const value = await this.#ask('get', contentId, { signal });
      if (life !== this.#editor.life) return;
      const kept = keptOf(value);
      this.#isSupported = true;
      this.#sequence = kept?.sequence ?? 0;
      this.#isKept = kept !== null;
      if (kept) this.#editor.offer(draftOf(kept, this.#editor.snapshot), (fate) => fate === 'discarded' && this.#remove(contentId));
    } catch (error) {
      if (life !== this.#editor.life || signal.aborted) return;
      if (!ProblemError.isInstance(error)) throw error;
      if (error.code === 'not_ours') this.#isSupported = false;
      // An older server answers so if nothing is kept, or if it has no autosaves: the first one that is sent tells.
      else if (error.status === 404) this.#sequence = 0;
    } finally {
      if (life === this.#editor.life) this.#isAsking = false;
    }
    this.#watch();
  }

  async #put(isLeaving: boolean): Promise<void> {
    this.#rest();
    const { contentId, rev, base, fields, isDirty, status } = this.#editor.snapshot;
    const changed = changedFields(base, fields);
    const isNothing = !isDirty || Object.keys(changed).length === 0 || this.#editor.isOfferingServers;
    if (contentId === null || rev === null || isNothing || this.#isSupported === false) return;
    // One at a time, and none during a save: an autosave that arrives after it would remain.
    if (this.#isSending || this.#isAsking || (status === 'saving' && !isLeaving)) return this.#later();
    // An earlier autosave is offered before it is overwritten.
    if (this.#sequence === null) return this.#find(contentId, this.#life);
    const { life } = this.#editor;
    const body = { fields: changed, baseRev: rev, sequence: this.#sequence + 1 };
    this.#isSending = true;
    this.#isInDoubt = status === 'saving';
    try {
      const keepalive = isLeaving && JSON.stringify(body).length < MOST_ON_LEAVING;
      const value = await this.#ask('put', contentId, { body, ...(keepalive && { keepalive }) });
      const { sequence, savedAt } = readAnswer<Kept>(value, { sequence: 'number', savedAt: 'text' });
      this.#isSupported = true;
      if (life !== this.#editor.life) return;
      this.#sequence = sequence;
      this.#sent = fields;
      this.#isKept = true;
      this.#editor.keptOnServer(savedAt);
    } catch (error) {
      if (life === this.#editor.life) this.#refused(error, fields);
    } finally {
      this.#isSending = false;
      if (life === this.#editor.life) this.#watch();
    }
  }

  #refused(error: unknown, typed: FormFields): void {
    if (!ProblemError.isInstance(error)) throw error;
    const { status, code, problem } = error;
    if (code === 'autosave_older') {
      // Another window of the same person was faster. The next autosave of this one gets a higher number.
      this.#isSupported = true;
      this.#sequence = Number(problem?.['sequence'] ?? this.#sequence ?? 0);
      this.#sent = typed;
    } else if (status === 404 || status === 405 || status === 403 || code === 'not_ours') this.#isSupported = false;
    // What the server rejects is not sent again unchanged; without a connection it is retried.
    else if (status === 413 || status === 422 || status === 401) this.#sent = typed;
  }

  /** Everything is saved: deletes the autosave, unless the save has deleted it. */
  #settle(): void {
    this.#rest();
    this.#sent = null;
    this.#editor.keptOnServer(null);
    const isOwn = this.#isKept && !this.#editor.isOfferingServers && this.#editor.snapshot.found?.keptOn !== 'server';
    if (!isOwn || this.#isSending) return;
    this.#isKept = false;
    // The server deletes the autosave when its input is saved.
    const isTaken = this.#editor.status === 'saved' && this.#wasSaving && !this.#isInDoubt;
    this.#wasSaving = false;
    if (!isTaken && this.#contentId !== null) this.#remove(this.#contentId);
  }

  #remove(contentId: string): void {
    this.#ask('delete', contentId, {}).catch(() => undefined);
  }

  #later(): void {
    this.#timer ??= setTimeout(() => void this.#put(false), SENT_AFTER);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firstChange = null;
  }

  async #ask(
    method: 'get' | 'put' | 'delete',
    id: string,
    options: { readonly body?: unknown; readonly signal?: AbortSignal; readonly keepalive?: boolean },
  ): Promise<unknown> {
    return (await send(this.#client, method, '/contents/{id}/autosave', { params: { path: { id } }, ...options })).value;
  }
}

/** Returns the autosave of an answer; null if the server keeps none. */
function keptOf(value: unknown): Kept | null {
  if (isPlainObject(value) && value['savedAt'] === null) return null;
  const kept = readAnswer<Kept>(value, { fields: 'object', baseRev: 'number', sequence: 'number', savedAt: 'text' });
  // Values that the form does not have, such as fields of a later version, are omitted.
  const held = FIELD_NAMES.filter((name) => Object.hasOwn(kept.fields, name) && formOf(kept.fields)[name] === kept.fields[name]);
  return { ...kept, fields: Object.fromEntries(held.map((name) => [name, kept.fields[name]])) };
}

/**
 * Converts an autosave to earlier edits. Their base is known while the record has the same revision; later, their base counts as empty,
 * so that every difference is a conflict and nothing is overwritten.
 */
function draftOf({ fields, baseRev, savedAt }: Kept, { base, rev }: EditorSnapshot): FoundDraft {
  const empty = Object.fromEntries(Object.keys(fields).map((name) => [name, formOf(null)[name as FieldName]]));
  const opened = formOf({ ...base, ...(baseRev === rev ? {} : empty) });
  return { base: opened, baseRev, fields: formOf({ ...base, ...fields }), at: savedAt, tab: '', creation: null, keptOn: 'server' };
}
