import { newIntent } from '@colophon/client';
import { PieceDraft, recordChanges } from '../draft/piece-draft.ts';
import { type Fields, same } from '../fields.ts';
import { readAnswer, readContent } from '../read-answer.ts';
import { type ColophonClient, send } from '../client-port.ts';
import type { ContentRecord, Json } from '../records.ts';
import { createStore, type WritableStore } from '../store.ts';
import type { DraftSnapshot } from '../draft/draft-snapshot.ts';
import type { AppliedStep } from './change-stack.ts';
import type { ContentEditorStateOptions } from './editor-options.ts';
import type { EditorSnapshot, SaveStatus } from './editor-snapshot.ts';
import { problemOf } from './editor-problem.ts';
import { changedFields, type FormFields, formOf, isBlank, isRecordField } from './form.ts';
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
  /** The draft of the stored piece; null for a new one, and where there is none. */
  draft: PieceDraft | null = null;
  /** What the form said when the draft was not open yet: edits since are carried onto it. */
  #unopened: { readonly fields: FormFields; readonly links: Links } | null = null;
  /** Whether the links of the stored piece are known. */
  #readSaved = -1;
  /** Whether a save is running; set by the saving code. */
  isSaving: () => boolean = () => false;
  readonly #tab: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ContentEditorStateOptions) {
    this.options = options;
    this.#tab = options.tab ?? globalThis.crypto.randomUUID();
    this.drafts = this.#newDrafts();
    this.store = createStore(this.#opened(options.content ?? null, options.draft));
    this.#openDraft();
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
    this.draft?.stop();
    this.draft = null;
    this.store.set(this.#opened(content));
    this.#openDraft();
  }

  /** Opens the draft of the stored piece; of a new one, once it is stored. */
  startDraft(): void {
    if (this.draft === null) this.#openDraft();
  }

  /** Learns a later state of the stored piece. */
  learn(record: ContentRecord): void {
    const { contentId, rev } = this.snapshot;
    if (record.id !== contentId || rev === null || record.rev <= rev) return;
    this.accept(record, this.storedLinks);
    void this.#readLinks();
  }

  /** The stored piece is now this record, with these links. */
  accept(record: ContentRecord, links: Links): void {
    const before = this.snapshot;
    this.storedLinks = links;
    const base = this.#baseOf(record);
    // What was not changed here follows the record.
    const own = before.base === null ? {} : recordChanges(before.base, before.fields);
    const recorded = Object.fromEntries(Object.entries(base).filter(([name]) => isRecordField(name as never)));
    const fields = Object.freeze({ ...before.fields, ...recorded, ...own }) as FormFields;
    this.patch({ stored: record, rev: record.rev, base, fields, isDirty: this.isDirty(base, fields, before.links) });
    this.#showDraft();
  }

  #baseOf(record: ContentRecord): FormFields {
    const base = formOf(record);
    return this.draft?.normal({ fields: base, links: NO_LINKS }).fields ?? base;
  }

  #openDraft(): void {
    const { client, drafts, save, copies = null, userId = '', tenantId = null } = this.options;
    const { contentId, base, isPrivate } = this.snapshot;
    if (!client || drafts === false || save !== undefined || contentId === null || base === null || this.isDisposed) return;
    this.#unopened = { fields: base, links: this.storedLinks };
    this.#readSaved = -1;
    const place = { userId, tenantId, contentId };
    const draft: PieceDraft = new PieceDraft({
      client,
      place,
      copies,
      isPrivate,
      changed: () => {
        if (this.draft === draft) this.#showDraft();
      },
    });
    this.draft = draft;
  }

  /** Shows what the draft says. */
  #showDraft(): void {
    const { draft } = this;
    const said = draft?.snapshot ?? null;
    if (!draft || said === null || this.isDisposed) return;
    if (said.phase === 'absent') {
      this.draft = null;
      draft.stop();
      this.patch({ draft: null });
      return;
    }
    if (!draft.isShown) return this.patch({ draft: said, ...this.#statusOf(said) });
    const unopened = this.#unopened;
    this.#unopened = null;
    if (unopened !== null) {
      const { base, fields, links } = this.snapshot;
      if (base !== null) this.patch({ base: draft.normal({ fields: base, links: NO_LINKS }).fields });
      const isEdited = Object.keys(changedFields(unopened.fields, fields)).length > 0 || !sameLinks(unopened.links, links);
      // A draft that is read only is not edited: what was typed stays in its copy on this device.
      if (isEdited && draft.isOpen) draft.carry(unopened, { fields, links });
      if (!isEdited || draft.isOpen) this.drafts.forget(this.place);
    }
    const now = draft.snapshot ?? said;
    const { base, fields: before } = this.snapshot;
    const form = draft.form(before);
    if (form === null) return;
    const isSame = same(before as unknown as Json, form.fields as unknown as Json);
    const fields = isSame ? before : Object.freeze(form.fields);
    const links = sameLinks(form.links, this.snapshot.links) ? this.snapshot.links : form.links;
    const isDirty = this.isDirty(base, fields, links);
    this.patch({ draft: now, fields, links, isDirty, ...this.#statusOf(now, isDirty) });
    const { saved } = now;
    if (saved !== null && this.#readSaved !== saved.rev) {
      this.#readSaved = saved.rev;
      void this.#follow(saved.rev);
    }
  }

  #statusOf({ connection, waiting, problem }: DraftSnapshot, isDirty = this.snapshot.isDirty): Partial<EditorSnapshot> {
    const { status } = this.snapshot;
    if (this.isSaving()) return {};
    if (connection === 'refused') return { status: 'refused', problem };
    if (connection !== 'online' && waiting > 0) return { status: connection, problem };
    const isOver = WAITING.has(status) || (status === 'refused' && this.#wasRefused) || status === 'saving';
    if (isOver || status === 'unsaved' || status === 'clean' || status === 'saved')
      return { status: isDirty ? 'unsaved' : status === 'saved' ? 'saved' : 'clean', ...(isOver && { problem: null }) };
    return {};
  }

  /** Whether the refusal that is shown is one of the draft, which ends by itself. */
  get #wasRefused(): boolean {
    return this.snapshot.draft?.connection === 'refused';
  }

  /** Reads the record where somebody else saved it, and its links. */
  async #follow(rev: number): Promise<void> {
    const { client } = this.options;
    const { contentId, rev: known } = this.snapshot;
    const { life } = this;
    if (!client || contentId === null) return;
    try {
      if (known !== null && rev > known && !this.isSaving()) {
        const record = readContent((await send(client, 'get', '/contents/{id}', { params: { path: { id: contentId } } })).value);
        if (life === this.life) this.learn(record);
      } else await this.#readLinks();
    } catch {
      // It is read again with the next save.
    }
  }

  /** Reads the stored links, which the record does not tell. */
  async #readLinks(): Promise<void> {
    const { client } = this.options;
    const { contentId, stored } = this.snapshot;
    const { life, draft } = this;
    if (!client || contentId === null || !draft) return;
    try {
      const same = await draft.storedLinks();
      const links = same ?? {
        referenceIds: (stored?.references ?? []).map(({ targetId }) => targetId),
        ...(await this.#readLinked(client, contentId)),
      };
      if (life !== this.life || this.isSaving()) return;
      this.storedLinks = links;
      this.#showDraft();
    } catch {
      // It is read again with the next save.
    }
  }

  /** Reads the linked facts and assets; neither list is read in pages. */
  async #readLinked(client: ColophonClient, id: string): Promise<Pick<Links, 'factIds' | 'assets'>> {
    const read = async <Item>(path: string): Promise<readonly Item[]> => {
      const { value } = await send(client, 'get', path, { params: { path: { id } } });
      return readAnswer<{ readonly items: readonly Item[] }>(value, { items: 'records' }).items;
    };
    const facts = await read<{ readonly factId: string }>('/contents/{id}/facts/links');
    const assets = await read<{ readonly id: string; readonly relationship?: string }>('/contents/{id}/assets');
    return {
      factIds: [...new Set(facts.map(({ factId }) => factId))],
      assets: assets.map((asset) => ({ assetId: asset.id, relationship: asset.relationship ?? 'attachment' })),
    };
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

  /** Changes the form, and schedules keeping it on this device. */
  edit(changes: Partial<EditorSnapshot>): void {
    if (this.isDisposed) return;
    const before = this.snapshot;
    const next = { ...before, ...changes };
    const isSame = same(before.fields as unknown as Json, next.fields as unknown as Json) && sameLinks(before.links, next.links);
    if (isSame && next.steps === before.steps) return;
    const isDirty = this.isDirty(next.base, next.fields, next.links);
    const isKept = this.isSaving() || (isDirty && WAITING.has(before.status));
    const status = isKept ? before.status : isDirty ? 'unsaved' : 'clean';
    if (this.draft?.isOpen === true) return this.#write(changes, status);
    // What may only be read is not edited.
    if (before.draft?.phase === 'open' || before.draft?.phase === 'closed') return;
    this.patch({ ...changes, fields: Object.freeze(next.fields), isDirty, status });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), KEEP_AFTER);
  }

  /** Writes an edit into the draft, which then shows it; the fields of the record alone stay here. */
  #write(changes: Partial<EditorSnapshot>, status: SaveStatus): void {
    const { fields, links } = { ...this.snapshot, ...changes };
    const own = Object.fromEntries(Object.entries(fields).filter(([name]) => isRecordField(name as never)));
    this.patch({ ...changes, links: this.snapshot.links, fields: Object.freeze({ ...this.snapshot.fields, ...own }), status });
    try {
      this.draft?.write({ fields, links });
    } catch (error) {
      this.patch({ status: 'refused', problem: problemOf(error) });
    }
    this.#showDraft();
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
    // A draft has them already.
    if (this.draft?.isShown === true) return this.#showDraft();
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
    if (this.options.storage === undefined || this.options.storage === null || this.draft?.isShown === true) return;
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
    this.patch({ found: this.found.newest(fields) });
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
      merged: [],
      localCopy: { at: null, failed: false },
      draft: null,
      isPrivate: false,
      found: this.found.newest(fields),
      steps: [],
    } satisfies EditorSnapshot);
  }
}
