import { ColophonError, ConflictError, type Database, TransactionConflictError, UsageError, ValidationError } from '@colophon/core';
import {
  applyJudged,
  type DraftDocument,
  DraftError,
  judgeUpdate,
  type JudgedUpdate,
  loadDraft,
  newClient,
  stateOf,
  toBase64,
} from '@colophon/draft';
import { countRefusal, MOST_REFUSALS, readClient } from './clients.ts';
import { announceDraft } from './record/announce-draft.ts';
import { compactDraft, MOST_BYTES, MOST_ROWS } from './record/compact-draft.ts';
import { documentsOf, type OpenDocument } from './record/draft-documents.ts';
import { type AcceptedUpdates, storeUpdates } from './store-updates.ts';

/** What a client sends. */
export interface SentUpdates {
  readonly epoch: string;
  readonly client: number;
  readonly writer: string;
  readonly updates: readonly Uint8Array[];
  readonly ownFields: readonly string[];
}

interface Waiting {
  readonly sent: SentUpdates;
  readonly now: () => Date;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

const ATTEMPTS = 4;

/**
 * Accepts what editors write in one draft. Requests that wait go into the next statement together, those of one client one after the other:
 * each is judged against what is committed, and is stored only if the client's clock still is what it was judged by.
 */
class DraftQueue {
  readonly #database: Database;
  readonly #contentId: string;
  #waiting: Waiting[] = [];
  #isRunning = false;
  #rows = 0;
  #bytes = 0;

  constructor(database: Database, contentId: string) {
    this.#database = database;
    this.#contentId = contentId;
  }

  accept(sent: SentUpdates, now: () => Date): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sent, now, resolve, reject, attempts: 0 });
      if (!this.#isRunning) void this.#run();
    });
  }

  get isIdle(): boolean {
    return !this.#isRunning;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const round = this.#nextRound();
      try {
        await this.#accept(round);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    this.#isRunning = false;
  }

  /** One request of each client with one update, or one alone with several: they follow each other in a copy of the document. */
  #nextRound(): Waiting[] {
    const [first] = this.#waiting;
    if (first && first.sent.updates.length > 1) return this.#waiting.splice(0, 1);
    const clients = new Set<number>();
    const round: Waiting[] = [];
    const later: Waiting[] = [];
    for (const each of this.#waiting) {
      const isNext = each.sent.updates.length === 1 && !clients.has(each.sent.client);
      // A later request of a client never passes an earlier one.
      clients.add(each.sent.client);
      (isNext ? round : later).push(each);
    }
    this.#waiting = later;
    return round;
  }

  async #accept(round: readonly Waiting[]): Promise<void> {
    const open = await documentsOf(this.#database).get(this.#contentId);
    const accepted: { readonly waiting: Waiting; readonly updates: AcceptedUpdates }[] = [];
    for (const waiting of round) {
      try {
        const updates = await this.#judge(open, waiting.sent);
        if (updates.updates.length === 0) waiting.resolve(open?.sequence ?? 0);
        else accepted.push({ waiting, updates });
      } catch (error) {
        waiting.reject(error);
      }
    }
    const [first] = accepted;
    if (!open || !first) return;
    const epoch = open.row.epoch;
    const given = accepted.map(({ updates }) => updates);
    const stored = await storeUpdates(this.#database, open.row, given, first.waiting.now()).catch((error: unknown) => {
      if (error instanceof TransactionConflictError) return undefined;
      throw error;
    });
    if (!stored) {
      this.#retry(accepted.map(({ waiting }) => waiting));
      return;
    }
    if (stored.length > 0) {
      if (!open.follow(epoch, stored)) await open.refresh();
      announceDraft(this.#database, this.#contentId);
    }
    for (const { waiting, updates } of accepted) {
      const last = stored.findLast(({ client }) => client === updates.client);
      if (last) waiting.resolve(last.sequence);
      else this.#retry([waiting]);
    }
    await this.#compact(
      stored.length,
      stored.reduce((sum, { update }) => sum + update.length, 0),
    );
  }

  /** The client wrote through another process, or the epoch is over: they are judged again. */
  #retry(waiting: readonly Waiting[]): void {
    for (const each of waiting) {
      each.attempts += 1;
      if (each.attempts < ATTEMPTS) this.#waiting.push(each);
      else each.reject(new ConflictError('This editor writes through two connections at once.', { code: 'draft_client', retryable: true }));
    }
  }

  async #judge(open: OpenDocument | undefined, sent: SentUpdates): Promise<AcceptedUpdates> {
    if (open?.row.epoch !== sent.epoch) throw otherEpoch(open);
    const { client, writer } = sent;
    const known = await readClient(this.#database, open.row, client);
    if (known?.writer !== writer)
      throw new ConflictError('This number is not the one of your editor; open the draft again.', { code: 'draft_client' });
    if (known.refusals >= MOST_REFUSALS)
      throw new ConflictError('Too many updates of this editor were refused; open the draft again.', { code: 'draft_client_closed' });
    let judged: JudgedUpdate[];
    try {
      judged = judgeAll(open.document, sent);
    } catch (error) {
      if (!DraftError.isInstance(error)) throw error;
      if (error.code === 'draft_gap') return this.#judgeAgain(open, sent, error);
      throw await this.#refusal(open, sent, error);
    }
    const news = judged.filter(({ isKnown }) => !isKnown);
    return {
      client,
      writer,
      start: news[0]?.start ?? 0,
      end: news.at(-1)?.end ?? 0,
      updates: news.map(({ update }) => update),
    };
  }

  /** What it refers to may have been accepted by another process meanwhile. */
  async #judgeAgain(open: OpenDocument, sent: SentUpdates, gap: DraftError): Promise<AcceptedUpdates> {
    const before = open.sequence;
    if ((await open.refresh()) && open.sequence > before) return this.#judge(open, sent);
    throw new ConflictError('The update refers to changes that are not known; send again from the vector.', {
      code: 'draft_gap',
      retryable: true,
      extensions: { vector: gap.vector ? toBase64(gap.vector) : '' },
    });
  }

  async #refusal(open: OpenDocument, sent: SentUpdates, error: DraftError): Promise<ColophonError> {
    if (error.code === 'update_too_large') return new ColophonError(413, 'update_too_large', error.message);
    const count = await countRefusal(this.#database, open.row, sent.client);
    if (count === MOST_REFUSALS)
      process.emitWarning(`The editor ${sent.client} of ${sent.writer} was closed: ten of its updates were refused.`, {
        code: 'COLOPHON_DRAFT_CLIENT_CLOSED',
      });
    return new ValidationError(error.message, { code: 'update_refused', extensions: { reason: error.fault ?? error.code } });
  }

  async #compact(rows: number, bytes: number): Promise<void> {
    this.#rows += rows;
    this.#bytes += bytes;
    if (this.#rows < MOST_ROWS && this.#bytes < MOST_BYTES) return;
    this.#rows = 0;
    this.#bytes = 0;
    // What was accepted is stored: a compaction that fails is made up for by a later one.
    await compactDraft(this.#database, this.#contentId).catch(() => undefined);
  }
}

/** Judges updates of one client one after the other: the later ones in a copy that has the earlier ones. */
function judgeAll(document: DraftDocument, { client, updates, ownFields }: SentUpdates): JudgedUpdate[] {
  const [only] = updates;
  if (only && updates.length === 1) return [judgeUpdate(only, document, client, { ownFields })];
  const copy = loadDraft(stateOf(document), newClient());
  return updates.map((update) => {
    const judged = judgeUpdate(update, copy, client, { ownFields });
    if (!judged.isKnown) applyJudged(copy, judged.update);
    return judged;
  });
}

function otherEpoch(open: OpenDocument | undefined): ConflictError {
  return new ConflictError('The draft has begun anew; open it again.', {
    code: 'draft_epoch',
    extensions: { epoch: open?.row.epoch ?? null, sequence: open?.sequence ?? 0 },
  });
}

const queues = new WeakMap<Database, Map<string, DraftQueue>>();

/**
 * Accepts updates of an editor: judged one by one, stored together or not at all.
 *
 * @returns the number of the last one; that of the draft if all were known
 * @throws ConflictError `draft_epoch`, `draft_gap` with the vector from which to send again, `draft_client`, `draft_client_closed`
 * @throws ColophonError 413 `update_too_large`
 * @throws ValidationError `update_refused` with the reason
 */
export async function acceptUpdates(database: Database, contentId: string, sent: SentUpdates, now: () => Date): Promise<number> {
  if (database.inTransaction) throw new UsageError('Updates of a draft are accepted outside transactions.');
  let known = queues.get(database);
  if (!known) queues.set(database, (known = new Map()));
  const queue = known.get(contentId) ?? new DraftQueue(database, contentId);
  known.set(contentId, queue);
  try {
    return await queue.accept(sent, now);
  } finally {
    if (queue.isIdle) known.delete(contentId);
  }
}
