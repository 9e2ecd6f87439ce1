import { applyJudged, type DraftDocument, draftText, fromBase64, loadDraft, stateOf, toBase64, vectorOf } from '@colophon/draft';

/** Sends a request with a token; the answer may be an error. Without a connection it is undefined. */
export type SendJson = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> } | undefined>;

/** An editor that writes in a draft over HTTP, as a program that people use would. */
export class HttpDraftEditor {
  readonly #send: SendJson;
  readonly #key: string;
  document: DraftDocument;
  client = 0;
  epoch = '';
  through = '';
  readonly unsent: Uint8Array[] = [];

  private constructor(send: SendJson, key: string, document: DraftDocument) {
    this.#send = send;
    this.#key = key;
    this.document = document;
  }

  static async open(send: SendJson, key: string): Promise<HttpDraftEditor> {
    const answer = await send('POST', `contents/${key}/draft/open`, {});
    if (answer?.status !== 200) throw new Error(`opening answered ${answer?.status} ${JSON.stringify(answer?.body)}`);
    const { client, epoch, state, through } = answer.body as { client: number; epoch: string; state: string; through: string };
    const editor = new HttpDraftEditor(send, key, loadDraft(fromBase64(state), client));
    Object.assign(editor, { client, epoch, through });
    editor.document.on('update', (update: Uint8Array, source: unknown) => {
      if (source !== 'server') editor.unsent.push(update);
    });
    return editor;
  }

  get text(): string {
    return draftText(this.document, 'body').toJSON();
  }

  write(at: number, text: string): this {
    draftText(this.document, 'body').insert(at, text);
    return this;
  }

  /** Takes what a stream told. */
  take(update: string): void {
    applyJudged(this.document, fromBase64(update), 'server');
  }

  /** Sends what was written. @returns the status; 0 without a connection */
  async send(): Promise<number> {
    const updates = [...this.unsent];
    if (updates.length === 0) return 200;
    const message = { epoch: this.epoch, client: this.client, updates: updates.map((update) => ({ update: toBase64(update) })) };
    const answer = await this.#send('POST', `contents/${this.#key}/draft/updates`, message);
    if (answer?.status === 200) {
      this.unsent.splice(0, updates.length);
      this.through = String(answer.body['through']);
    }
    return answer?.status ?? 0;
  }

  /** Receives what others wrote. */
  async receive(): Promise<void> {
    const input = { epoch: this.epoch, vector: toBase64(vectorOf(this.document)), client: this.client };
    const answer = await this.#send('POST', `contents/${this.#key}/draft/open`, input);
    if (answer?.body['resets'] !== false) throw new Error(`cannot go on: ${JSON.stringify(answer)}`);
    this.take(String(answer.body['state']));
    this.through = String(answer.body['through']);
  }

  /** The whole document, for comparisons. */
  get state(): Uint8Array {
    return stateOf(this.document);
  }
}
