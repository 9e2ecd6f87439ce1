import { ProblemError } from '@colophon/client';
import {
  applyJudged,
  batchUpdates,
  type DraftDocument,
  draftList,
  draftMap,
  draftText,
  type DraftValues,
  fromBase64,
  LIST_NAMES,
  loadDraft,
  MAP_NAMES,
  newClient,
  offsetOf,
  positionAt,
  readEventId,
  readValues,
  type SentUpdate,
  stateOf,
  TEXT_NAMES,
  type TextRoot,
  toBase64,
  UndoManager,
  vectorOf,
  writeEventId,
} from '@colophon/draft';
import type { ColophonClient } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { Fields } from '../fields.ts';
import { carryFields } from '../merge/carry-fields.ts';
import { pause } from '../pause.ts';
import { readAnswer } from '../read-answer.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import type { CopyPlace, DraftCopies } from './draft-copies.ts';
import { writeForm } from './draft-form.ts';
import { DraftPresence } from './draft-presence.ts';
import { DraftRequests, type OpenedDraft } from './draft-requests.ts';
import type { DraftSnapshot } from './draft-snapshot.ts';
import { RECEIVED, TYPED } from './sources.ts';

/** Milliseconds that changes are gathered for into one request: a server takes twenty a second. */
const GATHERED_FOR = 60;
/** Milliseconds after a change at which it is kept on the device. */
const KEPT_AFTER = 300;
/** Milliseconds before a request that failed is made again. */
const AGAIN_AFTER = [1000, 2000, 5000, 10_000];
/** Milliseconds after which a stream that has not told an acknowledged change is opened again. */
const STALLED_AFTER = 5000;
/** Milliseconds that a save is waited for in the stream. */
const REACHED_WITHIN = 3000;
/** Milliseconds after which killed tabs are looked for again. */
const ADOPTED_AFTER = 3000;
const TOLD_EVERY = 15_000;
const TOLD_AT_MOST_EVERY = 150;

export interface SharedDraftOptions {
  readonly client: ColophonClient;
  readonly place: CopyPlace;
  readonly copies: DraftCopies | null;
  /** Begins the draft as one that nobody else can read. */
  readonly isPrivate?: boolean;
  readonly now?: () => number;
}

interface Opened {
  readonly shared: DraftDocument;
  readonly epoch: string;
  readonly client: number;
  readonly undo: UndoManager;
}

/**
 * The draft of a piece in one editor. What is written in its document is sent to the server, again until it is acknowledged, and what
 * others write is received. It converges by itself after any interruption; where the draft has begun anew meanwhile, or was restored to an
 * older state, what was not acknowledged is carried onto it.
 */
export class SharedDraft implements Store<DraftSnapshot> {
  readonly #options: SharedDraftOptions;
  readonly #requests: DraftRequests;
  readonly #store: WritableStore<DraftSnapshot>;
  readonly #presence = new DraftPresence();
  readonly #key = globalThis.crypto.randomUUID();
  readonly #release: () => void;
  readonly #ended = new AbortController();
  #stream = new AbortController();
  #opened: Opened | null = null;
  #unsent: SentUpdate[] = [];
  /** What the draft said when nothing waited. */
  #base: DraftValues | null = null;
  /** The last event that was received, and the last update that was acknowledged. */
  #cursor = 0;
  #acknowledged = 0;
  #isSending = false;
  /** Whether the next opening takes a new number, and carries what was not sent onto the draft. */
  #isFresh = false;
  #isPaused = false;
  #isAdopting = false;
  #adoptTimer: ReturnType<typeof setTimeout> | undefined;
  #gaps = 0;
  #failures = 0;
  #wake: () => void = () => undefined;
  #copyTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #caret: { readonly field: TextRoot; readonly anchor: number; readonly head: number } | null = null;
  #toldAt = -Infinity;
  #tellTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #beat: ReturnType<typeof setInterval>;
  readonly getSnapshot: () => DraftSnapshot;
  readonly subscribe: (listener: () => void) => () => void;

  constructor(options: SharedDraftOptions) {
    this.#options = options;
    this.#requests = new DraftRequests(options.client, options.place.contentId);
    this.#store = createStore<DraftSnapshot>({
      phase: 'opening',
      connection: 'online',
      may: 'write',
      isPrivate: false,
      values: null,
      life: 0,
      waiting: 0,
      isCopyFailed: false,
      stranded: null,
      both: [],
      others: [],
      saved: null,
      problem: null,
    });
    this.getSnapshot = this.#store.getSnapshot;
    this.subscribe = this.#store.subscribe;
    this.#release = options.copies?.hold(this.#key) ?? (() => undefined);
    this.#beat = setInterval(() => this.#everyFewSeconds(), TOLD_EVERY);
    void this.#run();
  }

  get snapshot(): DraftSnapshot {
    return this.getSnapshot();
  }

  /** The document; null before it is open, and for whoever may not write. */
  get shared(): DraftDocument | null {
    return this.snapshot.may === 'write' ? (this.#opened?.shared ?? null) : null;
  }

  /** The document for reading, such as for where others are. */
  get read(): DraftDocument | null {
    return this.#opened?.shared ?? null;
  }

  /** Undoes what this editor wrote, and nothing of others. */
  get undo(): UndoManager | null {
    return this.#opened?.undo ?? null;
  }

  /** Carries edits that were made elsewhere onto the draft: before it was open, or by an editor that is gone. */
  carry(base: DraftValues, mine: DraftValues): void {
    const shared = this.#opened?.shared;
    if (!shared) return;
    const { fields, both } = carryFields(asFields(base), asFields(mine), asFields(readValues(shared)));
    writeForm(shared, fields as unknown as DraftValues);
    if (both.length > 0) this.#patch({ both: [...new Set([...this.snapshot.both, ...both])] });
  }

  /** Closes the notice about changes of the same words. */
  settleBoth(): void {
    this.#patch({ both: [] });
  }

  /**
   * Waits until everything that this editor wrote is acknowledged and all that was written before it is received.
   *
   * @returns the name of that state, for a save, a review or a publication; null where there is no draft
   * @throws ProblemError why it is not
   */
  async flush(): Promise<string | null> {
    const failures = this.#failures;
    if (this.snapshot.connection !== 'online') this.retry();
    const stalled = setTimeout(() => this.#stream.abort(), STALLED_AFTER);
    try {
      for (;;) {
        const { phase, may, problem } = this.snapshot;
        const isKept = this.#unsent.length === 0 && this.#cursor >= this.#acknowledged;
        if (phase === 'open' && (may === 'read' || isKept))
          return this.#opened && writeEventId({ epoch: this.#opened.epoch, sequence: this.#cursor });
        if (phase === 'absent') return null;
        if (phase === 'closed' || this.#failures > failures || this.#ended.signal.aborted)
          throw new ProblemError(problem?.code ?? 'network', problem?.detail ?? 'The draft is closed.', {
            status: this.#statusOf(),
            ...(problem?.problem && { problem: problem.problem }),
            retryable: true,
          });
        // oxlint-disable-next-line no-await-in-loop -- until something happens
        await this.#happening();
      }
    } finally {
      clearTimeout(stalled);
    }
  }

  /** Waits until what a save of the record changed by itself is received, such as a folded name; not for ever. */
  async reached(rev: number): Promise<void> {
    const until = this.#now() + REACHED_WITHIN;
    const timer = setTimeout(() => this.#patch({}), REACHED_WITHIN);
    // oxlint-disable-next-line no-await-in-loop -- until something happens
    while (this.snapshot.phase === 'open' && (this.snapshot.saved?.rev ?? rev) < rev && this.#now() < until) await this.#happening();
    clearTimeout(timer);
  }

  #statusOf(): number {
    const { connection, problem } = this.snapshot;
    if (connection === 'signed_out') return 401;
    return connection === 'offline' ? 0 : ((problem?.problem?.['status'] as number | undefined) ?? 409);
  }

  /** Tries again now what failed: the connection is back, or somebody signed in. */
  retry(): void {
    const { connection, phase } = this.snapshot;
    if (phase === 'absent' || phase === 'closed') return;
    clearTimeout(this.#retryTimer);
    if (connection === 'refused') this.#restart();
    else {
      if (connection !== 'online') this.#stream.abort();
      this.#wake();
      void this.#pump();
    }
  }

  /** Ends the stream while nobody looks; what is written is sent all the same. */
  pause(): void {
    this.#isPaused = true;
    this.#stream.abort();
  }

  /** Follows the draft again, from where it was. */
  resume(): void {
    this.#isPaused = false;
    this.#wake();
  }

  /** Tells others where the caret is, in UTF-16 units. */
  tellCaret(field: TextRoot, anchor: number, head: number): void {
    if (this.#caret?.field === field && this.#caret.anchor === anchor && this.#caret.head === head) return;
    this.#caret = { field, anchor, head };
    this.#tellSoon();
  }

  /** Where a position of the body is now, in UTF-16 units; null if this editor does not know the letter. */
  placeOf(position: string): number | null {
    try {
      const found = this.#opened && offsetOf(this.#opened.shared, position);
      return found?.root === 'body' ? found.offset : null;
    } catch {
      // What others send is not to be trusted.
      return null;
    }
  }

  /** Shows a private draft to everybody who may read the piece, for good. @throws ProblemError */
  async share(): Promise<void> {
    await this.#requests.share();
    this.#patch({ isPrivate: false });
  }

  /** Makes the draft say what the record says. @throws ProblemError `draft_moved_on` if others wrote meanwhile */
  async discard(): Promise<void> {
    const through = await this.flush();
    if (through !== null) await this.#requests.discard(through);
  }

  /** Whether the draft says something else than the record, and what it says. @throws ProblemError */
  compare(): Promise<{ readonly isChanged: boolean; readonly values: DraftValues }> {
    return this.#requests.read(this.#ended.signal);
  }

  /** Keeps what waits on this device at once, and tries to send it: the page is left. */
  leave(): void {
    if (this.#copyTimer !== undefined) void this.#keepCopy();
    void this.#pump();
  }

  /** Ends it. What was not acknowledged stays on this device. */
  stop(): void {
    if (this.#ended.signal.aborted) return;
    this.leave();
    this.#ended.abort(new Error('The piece is closed.'));
    this.#stream.abort();
    clearInterval(this.#beat);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#tellTimer);
    clearTimeout(this.#adoptTimer);
    this.#wake();
    this.#release();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    for (let failures = 0; !signal.aborted;) {
      // oxlint-disable no-await-in-loop -- one opening after the other
      this.#stream = new AbortController();
      try {
        await this.#open();
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!this.#isWorthAnother(error)) return;
        await this.#sleep(AGAIN_AFTER[Math.min(failures, AGAIN_AFTER.length - 1)] ?? 1000);
        failures += 1;
        continue;
      }
      void this.#pump();
      await this.#follow();
      while (this.#isPaused && !this.#isFresh && !signal.aborted) await this.#sleep(60_000);
      // oxlint-enable no-await-in-loop
    }
  }

  /** Sleeps until something wakes it. */
  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #open(): Promise<void> {
    const { signal } = this.#ended;
    const had = this.#isFresh ? null : this.#opened;
    const asked = had
      ? { epoch: had.epoch, vector: toBase64(vectorOf(had.shared)), client: had.client }
      : { ...(this.#options.isPrivate === true && this.#opened === null && { isPrivate: true }) };
    let answer = await this.#requests.open(asked, signal);
    if (had && !answer.resets && answer.may === 'write' && answer.client !== had.client) answer = await this.#requests.open({}, signal);
    const { may, isPrivate, state, epoch, savedRev } = answer;
    this.#isFresh = false;
    const isSame = had !== null && epoch === had.epoch && !answer.resets && (answer.client === had.client || may === 'read');
    if (isSame && state !== null) applyJudged(had.shared, fromBase64(state), RECEIVED);
    else if (state !== null && epoch !== null) this.#begin(answer, state, epoch);
    else this.#patch({ stranded: this.#stranded(), values: null });
    this.#cursor = answer.sequence;
    this.#patch({
      phase: 'open',
      connection: 'online',
      problem: null,
      may,
      isPrivate,
      ...(may === 'read' && this.#unsent.length > 0 && { stranded: this.#stranded() }),
      ...(this.snapshot.saved?.rev !== savedRev && { saved: { rev: savedRev, by: null } }),
    });
    this.#tellSoon();
    if (may === 'write' && this.#opened !== null) this.#adoptSoon();
  }

  #stranded(): DraftValues | null {
    return this.#unsent.length > 0 && this.#opened ? readValues(this.#opened.shared) : this.snapshot.stranded;
  }

  /** Begins with the draft as it is, and carries onto it what was not acknowledged. */
  #begin({ client, may }: OpenedDraft, state: string, epoch: string): void {
    const before = this.#opened;
    const [base, waiting] = [this.#base, this.#unsent.length];
    const mine = before && waiting > 0 ? readValues(before.shared) : null;
    const shared = loadDraft(fromBase64(state), client ?? newClient());
    const roots = [
      ...TEXT_NAMES.map((name) => draftText(shared, name)),
      ...LIST_NAMES.map((name) => draftList(shared, name)),
      ...MAP_NAMES.map((name) => draftMap(shared, name)),
    ];
    const undo = new UndoManager(roots as never, { trackedOrigins: new Set([null, TYPED]) });
    before?.undo.destroy();
    before?.shared.destroy();
    this.#opened = { shared, epoch, client: client ?? 0, undo };
    this.#unsent = [];
    this.#acknowledged = 0;
    this.#presence.clear();
    shared.on('update', (update: Uint8Array, source: unknown) => {
      if (this.#opened?.shared !== shared) return;
      if (source !== RECEIVED) this.#write(update);
      this.#patch({ values: readValues(shared), waiting: this.#unsent.length });
    });
    this.#patch({ values: readValues(shared), life: this.snapshot.life + 1, waiting: 0, others: [] });
    if (mine === null) return;
    if (may === 'read') this.#patch({ stranded: mine });
    else this.carry(base ?? mine, mine);
  }

  /** Takes what was written here: before the values of the snapshot are those after it. */
  #write(update: Uint8Array): void {
    if (this.#unsent.length === 0) this.#base = this.snapshot.values;
    this.#unsent.push({ update });
    this.#copyTimer ??= setTimeout(() => void this.#keepCopy(), KEPT_AFTER);
    if (this.snapshot.connection === 'refused') {
      // What was refused may be mended by it: asked again once the keys rest.
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(() => this.retry(), AGAIN_AFTER[0]);
    } else void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#isSending || this.#unsent.length === 0) return;
    this.#isSending = true;
    try {
      // oxlint-disable no-await-in-loop -- one request at a time, in the order of the keys
      while (this.#unsent.length > 0) {
        if (!this.#ended.signal.aborted) await pause(GATHERED_FOR, this.#ended.signal);
        const opened = this.#opened;
        const { may, phase, connection } = this.snapshot;
        if (!opened || may === 'read' || phase !== 'open' || connection === 'refused') return;
        const [batch = []] = batchUpdates(this.#unsent.slice(0, 100));
        // What was begun when the page is left arrives all the same.
        const sequence = await this.#requests.send(opened.epoch, opened.client, batch, new AbortController().signal);
        if (this.#opened !== opened) continue;
        this.#unsent.splice(0, batch.length);
        this.#acknowledged = Math.max(this.#acknowledged, sequence);
        this.#gaps = 0;
        if (this.#unsent.length === 0) this.#base = null;
        this.#patch({ connection: 'online', problem: null, waiting: this.#unsent.length });
        this.#copyTimer ??= setTimeout(() => void this.#keepCopy(), KEPT_AFTER);
        if (this.#ended.signal.aborted) void this.#keepCopy();
      }
      // oxlint-enable no-await-in-loop
    } catch (error) {
      this.#sendFailed(error);
    } finally {
      this.#isSending = false;
    }
  }

  #sendFailed(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    const status = ProblemError.isInstance(error) ? error.status : 0;
    const code = ProblemError.isInstance(error) ? error.code : '';
    if (code === 'draft_epoch' || code === 'draft_gap') {
      this.#gaps += 1;
      if (this.#gaps > 1) this.#restart();
      else this.#stream.abort();
      return;
    }
    if (code === 'draft_client' || code === 'draft_client_closed') return this.#restart();
    if (status === 429) {
      this.#retryTimer = setTimeout(() => void this.#pump(), AGAIN_AFTER[0]);
      return;
    }
    if (status === 403 || status === 404 || code === 'draft_private') {
      // Whether it can still be read is told by opening it again.
      this.#stream.abort();
      return;
    }
    const isAway = status === 0 || status >= 500 || status === 408;
    this.#fail(isAway ? 'offline' : status === 401 ? 'signed_out' : 'refused', error);
    if (!isAway && status !== 401) return;
    const wait = AGAIN_AFTER[Math.min(this.#failures, AGAIN_AFTER.length) - 1] ?? 10_000;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#pump(), isAway ? wait : 30_000);
  }

  #fail(connection: DraftSnapshot['connection'], error: unknown): void {
    this.#failures += 1;
    this.#patch({ connection, problem: problemOf(error) });
  }

  /** Opens the draft under another number, and carries what was not sent onto it. */
  #restart(): void {
    this.#isFresh = true;
    this.#gaps = 0;
    this.#stream.abort();
    this.#wake();
  }

  /** What a failed opening means. @returns whether it is tried again */
  #isWorthAnother(error: unknown): boolean {
    const status = ProblemError.isInstance(error) ? error.status : 0;
    const code = ProblemError.isInstance(error) ? error.code : '';
    const wasOpen = this.#opened !== null;
    if (!wasOpen && (code === 'not_ours' || status === 404 || status === 405)) {
      this.#patch({ phase: 'absent', problem: null });
      return false;
    }
    if (status === 403 || status === 404 || code === 'draft_private' || code === 'draft_damaged') {
      this.#failures += 1;
      this.#patch({ phase: 'closed', may: 'read', problem: problemOf(error), stranded: this.#stranded(), others: [] });
      return false;
    }
    const isAway = status === 0 || status >= 500 || status === 408 || status === 429;
    this.#fail(status === 401 ? 'signed_out' : isAway ? 'offline' : 'refused', error);
    return true;
  }

  /** Receives what happens until the stream ends. */
  async #follow(): Promise<void> {
    const stream = this.#stream.signal;
    if (this.#isPaused || stream.aborted) return;
    const { epoch = '', client = null } = this.#opened ?? {};
    const after = epoch === '' ? '' : writeEventId({ epoch, sequence: this.#cursor });
    try {
      for await (const { event, data, id } of this.#requests.events(client, after, stream)) {
        if (stream.aborted || this.#ended.signal.aborted) return;
        if (!this.#take(event, JSON.parse(data), id)) return;
      }
    } catch {
      // Why it ended is told by opening the draft again.
      await this.#sleep(AGAIN_AFTER[0] ?? 1000);
    }
  }

  /** Takes an event. @returns whether the stream goes on */
  #take(event: string, value: unknown, id: string): boolean {
    const opened = this.#opened;
    if (event === 'update' || event === 'state') {
      const { update, state } = readAnswer<{ readonly update?: string; readonly state?: string }>(value, {});
      if (!opened) return false;
      applyJudged(opened.shared, fromBase64(update ?? state ?? ''), RECEIVED);
      const cursor = readEventId(id);
      if (cursor?.epoch === opened.epoch) this.#cursor = Math.max(this.#cursor, cursor.sequence);
      this.#patch({});
      // Somebody else used this editor's number: it takes another.
      if (opened.client !== 0 && opened.shared.clientID !== opened.client) this.#isFresh = true;
      return !this.#isFresh && opened.shared.store.pendingStructs === null;
    }
    if (event === 'presence') {
      const met = this.#presence.meet(value, this.#now());
      if (met?.isNew === true) this.#tellSoon(true);
      this.#patch({ others: this.#presence.all() });
    } else if (event === 'saved') {
      const { rev, by } = readAnswer<{ readonly rev: number; readonly by?: { readonly name?: string | null } | null }>(value, {
        rev: 'number',
      });
      if (rev !== this.snapshot.saved?.rev) this.#patch({ saved: { rev, by: by?.name ?? null } });
      // Somebody began a draft that this reader did not have.
      return opened !== null;
    } else if (event === 'access') {
      // Who may write again needs a number, and who may not is offered what was not sent.
      const { may } = readAnswer<{ readonly may: string }>(value, { may: 'text' });
      return may === this.snapshot.may;
    } else if (event === 'epoch' || event === 'closed') return false;
    return true;
  }

  #everyFewSeconds(): void {
    if (this.#presence.sweep(this.#now())) this.#patch({ others: this.#presence.all() });
    if (this.#isPaused) return;
    this.#tellSoon(true);
    void this.#adopt();
  }

  /** Tells where the caret is, soon; `isAgain` although it did not move. */
  #tellSoon(isAgain = false): void {
    if (isAgain) this.#toldAt = Math.min(this.#toldAt, this.#now() - TOLD_AT_MOST_EVERY);
    if (this.#tellTimer !== undefined || this.#ended.signal.aborted) return;
    const wait = Math.max(0, this.#toldAt + TOLD_AT_MOST_EVERY - this.#now());
    this.#tellTimer = setTimeout(() => {
      this.#tellTimer = undefined;
      this.#toldAt = this.#now();
      void this.#tell();
    }, wait);
  }

  async #tell(): Promise<void> {
    const { phase, may, connection } = this.snapshot;
    const opened = this.#opened;
    if (!opened || phase !== 'open' || may === 'read' || connection !== 'online' || this.#isPaused) return;
    const { field, anchor, head } = this.#caret ?? { field: 'body' as const, anchor: 0, head: 0 };
    const most = draftText(opened.shared, field).length;
    const at = (offset: number): string => positionAt(opened.shared, field, Math.min(offset, most));
    try {
      await this.#requests.tellPresence({ client: opened.client, field, anchor: at(anchor), head: at(head) }, this.#ended.signal);
    } catch {
      // It is told again in a moment.
    }
  }

  /** Looks for what editors left that are gone: at once, and again, since a killed tab is known as such only after a while. */
  #adoptSoon(): void {
    void this.#adopt();
    clearTimeout(this.#adoptTimer);
    this.#adoptTimer = setTimeout(() => void this.#adopt(), ADOPTED_AFTER);
  }

  /** Sends or carries what editors left that are gone. */
  async #adopt(): Promise<void> {
    if (this.#isAdopting || this.snapshot.may === 'read') return;
    this.#isAdopting = true;
    try {
      await this.#adoptAll();
    } finally {
      this.#isAdopting = false;
    }
  }

  async #adoptAll(): Promise<void> {
    const { copies, place } = this.#options;
    const orphans = (await copies?.orphans(place).catch(() => [])) ?? [];
    for (const copy of orphans.filter(({ key }) => key !== this.#key)) {
      if (this.#ended.signal.aborted || !this.#opened) return;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        for (const batch of batchUpdates(copy.unsent)) await this.#requests.send(copy.epoch, copy.client, batch, this.#ended.signal);
      } catch (error) {
        if (!ProblemError.isInstance(error) || error.status < 400 || error.status >= 500 || error.status === 401 || error.status === 429)
          continue;
        if (!this.#opened) return;
        try {
          this.carry(copy.base, readValues(loadDraft(copy.state, newClient())));
        } catch {
          // It stays on this device: nothing is forgotten that is nowhere else.
          continue;
        }
        if (this.#unsent.length === 0) continue;
        // oxlint-disable-next-line no-await-in-loop -- it is kept here before it is forgotten there
        if (!(await this.#keepCopy())) continue;
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      await copies?.forget(copy.key).catch(() => undefined);
    }
  }

  /** Keeps on the device what waits; forgets it if nothing does. @returns whether that is done */
  async #keepCopy(): Promise<boolean> {
    clearTimeout(this.#copyTimer);
    this.#copyTimer = undefined;
    const { copies, place } = this.#options;
    const opened = this.#opened;
    if (copies === null || !opened) return false;
    try {
      if (this.#unsent.length === 0) await copies.forget(this.#key);
      else
        await copies.keep({
          ...place,
          key: this.#key,
          epoch: opened.epoch,
          client: opened.client,
          base: this.#base ?? readValues(opened.shared),
          state: stateOf(opened.shared),
          unsent: [...this.#unsent],
        });
      if (this.snapshot.isCopyFailed) this.#patch({ isCopyFailed: false });
      return true;
    } catch {
      this.#patch({ isCopyFailed: true });
      return false;
    }
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #patch(changes: Partial<DraftSnapshot>): void {
    this.#store.set(Object.freeze({ ...this.snapshot, ...changes }));
  }

  #happening(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        stop();
        resolve();
      });
      this.#ended.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function asFields(values: DraftValues): Fields {
  return values as unknown as Fields;
}
