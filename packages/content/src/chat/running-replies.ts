/** A reply that this process is making: its text so far, whoever waits for more of it, and how it is ended. */
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

  /** Counts up with each proposal, so that followers know when to look. */
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

  /** Characters of the proposals together. */
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

/** The person, or the end of the process, ended a reply: what came of it stays. */
export class Stopped extends Error {}

const running = new Map<string, RunningReply>();
const endings = new Set<Promise<void>>();

/** The reply that this process is making to a message, if it is. */
export function runningReply(messageId: string): RunningReply | undefined {
  return running.get(messageId);
}

/** Has a reply made apart from whoever asked for it: it goes on when they are gone. */
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

/** Ends all replies of this process; what came of them is kept. Settles once it is. */
export async function stopReplies(): Promise<void> {
  for (const reply of running.values()) reply.stop();
  await Promise.all(endings);
}
