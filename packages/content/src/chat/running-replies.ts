/** A reply that this process is creating: its text so far, its followers, and how to end it. */
export class RunningReply {
  readonly messageId: string;
  readonly #controller = new AbortController();
  #text = '';
  #change = Promise.withResolvers<void>();
  #proposals = 0;
  #proposedLength = 0;

  constructor(messageId: string) {
    this.messageId = messageId;
  }

  get text(): string {
    return this.#text;
  }

  /** Incremented with each proposal, so that followers know when to read. */
  get proposals(): number {
    return this.#proposals;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  append(text: string): void {
    this.#text += text;
    this.#wake();
  }

  /** Total characters of the proposals. */
  get proposedLength(): number {
    return this.#proposedLength;
  }

  tellOfProposal(length: number): void {
    this.#proposals += 1;
    this.#proposedLength += length;
    this.#wake();
  }

  stop(): void {
    this.#controller.abort(new Stopped());
  }

  /** Settles at the next change. */
  changed(): Promise<void> {
    return this.#change.promise;
  }

  end(): void {
    this.#wake();
  }

  #wake(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}

/** The person or a shutdown ended a reply: its text so far is kept. */
export class Stopped extends Error {}

const running = new Map<string, RunningReply>();
const endings = new Set<Promise<void>>();

/** Returns the reply that this process is creating for a message, if any. */
export function runningReply(messageId: string): RunningReply | undefined {
  return running.get(messageId);
}

/** Runs a reply in the background, independent of its caller. */
export function runReply(reply: RunningReply, work: () => Promise<void>): Promise<void> {
  running.set(reply.messageId, reply);
  const ending = work().finally(() => {
    running.delete(reply.messageId);
    endings.delete(ending);
    reply.end();
  });
  endings.add(ending);
  return ending;
}

/** Ends all replies of this process, keeping their text so far. Settles once it is stored. */
export async function stopReplies(): Promise<void> {
  for (const reply of running.values()) reply.stop();
  await Promise.all(endings);
}
