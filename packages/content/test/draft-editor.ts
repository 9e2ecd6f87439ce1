import type { Caller } from '@colophon/core';
import {
  applyJudged,
  type DraftDocument,
  draftText,
  fromBase64,
  loadDraft,
  readValues,
  type TextRoot,
  toBase64,
  vectorOf,
} from '@colophon/draft';
import type { Newsroom } from './support.ts';

interface Answer {
  readonly value: Record<string, unknown>;
  readonly status: number;
  readonly code: string | undefined;
}

/** An editor as a browser has it: a document of its own, what it has not sent yet, and what it was told. */
export class DraftEditor {
  readonly newsroom: Newsroom;
  readonly key: string;
  readonly as: Caller;
  document: DraftDocument;
  client: number;
  epoch: string;
  through: string;
  readonly unsent: Uint8Array[] = [];

  private constructor(newsroom: Newsroom, key: string, as: Caller, opened: Record<string, unknown>) {
    this.newsroom = newsroom;
    this.key = key;
    this.as = as;
    this.client = Number(opened['client']);
    this.epoch = String(opened['epoch']);
    this.through = String(opened['through']);
    this.document = loadDraft(fromBase64(String(opened['state'])), this.client);
    this.#watch();
  }

  static async open(newsroom: Newsroom, key: string, as: Caller, input: object = {}): Promise<DraftEditor> {
    const { value, status, code } = await newsroom.run('contents.openDraft', { key, as, input });
    if (status !== 200) throw new Error(`opening answered ${status} ${code}`);
    return new DraftEditor(newsroom, key, as, value);
  }

  #watch(): void {
    this.document.on('update', (update: Uint8Array, source: unknown) => {
      if (source !== 'server') this.unsent.push(update);
    });
  }

  text(root: TextRoot = 'body'): string {
    return draftText(this.document, root).toJSON();
  }

  get values(): ReturnType<typeof readValues> {
    return readValues(this.document);
  }

  write(at: number, text: string, root: TextRoot = 'body'): this {
    draftText(this.document, root).insert(at, text);
    return this;
  }

  cut(at: number, length: number, root: TextRoot = 'body'): this {
    draftText(this.document, root).delete(at, length);
    return this;
  }

  /** Sends what was written, as an outbox does. */
  async send(): Promise<Answer> {
    const updates = [...this.unsent];
    const answer = await this.sendBytes(updates);
    if (answer.status === 200) {
      this.unsent.splice(0, updates.length);
      if (typeof answer.value['through'] === 'string') this.through = answer.value['through'];
    }
    return answer;
  }

  async sendBytes(updates: readonly Uint8Array[]): Promise<Answer> {
    if (updates.length === 0) return { value: {}, status: 200, code: undefined };
    const input = { epoch: this.epoch, client: this.client, updates: updates.map((update) => ({ update: toBase64(update) })) };
    return this.newsroom.run('contents.sendDraftUpdates', { key: this.key, as: this.as, input });
  }

  /** Receives what others wrote, as a stream does. */
  async receive(): Promise<this> {
    const vector = toBase64(vectorOf(this.document));
    const input = { epoch: this.epoch, vector, client: this.client };
    const { value } = await this.newsroom.run('contents.openDraft', { key: this.key, as: this.as, input });
    if (value['resets'] === true) throw new Error('the draft has begun anew');
    applyJudged(this.document, fromBase64(String(value['state'])), 'server');
    this.through = String(value['through']);
    return this;
  }

  save(input: object = {}): Promise<Answer> {
    return this.newsroom.run('contents.saveDraft', { key: this.key, as: this.as, input: { through: this.through, ...input } });
  }
}
