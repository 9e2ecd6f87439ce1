import type { DraftValues, SentUpdate } from '@colophon/draft';
import { writeUpdates } from '@colophon/draft';
import { isPlainObject } from '@colophon/base';
import { type ColophonClient, send } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';

/** A draft as the server opens it. */
export interface OpenedDraft {
  /** Null if there is no draft: the record is all that is written. */
  readonly epoch: string | null;
  readonly sequence: number;
  /** The number under which this editor writes; null for whoever may only read. */
  readonly client: number | null;
  readonly may: 'write' | 'read';
  readonly isPrivate: boolean;
  /** Whether the editor must begin with `state`. */
  readonly resets: boolean;
  /** Base64. */
  readonly state: string | null;
  readonly savedRev: number;
}

/** What an editor has already when it opens a draft again. */
export interface OpenRequest {
  readonly epoch?: string;
  readonly vector?: string;
  readonly client?: number;
  readonly isPrivate?: boolean;
}

/** The requests about the draft of one piece. */
export class DraftRequests {
  readonly #client: ColophonClient;
  readonly #id: string;

  constructor(client: ColophonClient, contentId: string) {
    this.#client = client;
    this.#id = contentId;
  }

  /** @throws ProblemError `not_found` or `not_ours` of a server without drafts; `draft_private`, `draft_full` */
  async open(request: OpenRequest, signal: AbortSignal): Promise<OpenedDraft> {
    const value = await this.#post('open', request, signal);
    const opened = readAnswer<OpenedDraft>(value, { sequence: 'number', may: 'text', savedRev: 'number' });
    if (!isPlainObject(value) || !('resets' in value) || !('client' in value)) return readAnswer(value, { resets: 'text' });
    return opened;
  }

  /** @returns the number of the last update */
  async send(epoch: string, client: number, updates: readonly SentUpdate[], signal: AbortSignal): Promise<number> {
    const value = await this.#post('updates', writeUpdates({ epoch, client, updates }), signal);
    return readAnswer<{ readonly sequence: number }>(value, { sequence: 'number' }).sequence;
  }

  async tellPresence(body: object, signal: AbortSignal): Promise<void> {
    await this.#post('presence', body, signal);
  }

  async share(): Promise<void> {
    await this.#post('share', undefined, undefined);
  }

  async discard(through: string): Promise<void> {
    await this.#post('discard', { through }, undefined);
  }

  /** Returns what the record and its draft say, and whether they differ. */
  async read(signal: AbortSignal): Promise<{ readonly isChanged: boolean; readonly values: DraftValues }> {
    const { value } = await send(this.#client, 'get', '/contents/{id}/draft', { params: { path: { id: this.#id } }, signal });
    return readAnswer<{ readonly isChanged: boolean; readonly values: DraftValues }>(value, { values: 'object' });
  }

  events(client: number | null, after: string, signal: AbortSignal): ReturnType<ColophonClient['events']> {
    const query = new URLSearchParams({ after, ...(client !== null && { client: String(client) }) });
    return this.#client.events(`/contents/${encodeURIComponent(this.#id)}/draft/events?${query.toString()}`, { signal });
  }

  async #post(segment: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const path = `/contents/{id}/draft/${segment}`;
    return (await send(this.#client, 'post', path, { params: { path: { id: this.#id } }, body, ...(signal && { signal }) })).value;
  }
}
