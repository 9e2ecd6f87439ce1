import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';

/** Performs a DNS query like `resolve` of `node:dns/promises`: rejects with an error with a `code`. */
export type DnsResolver = (name: string, type: string) => Promise<unknown>;

interface Question {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}
interface Answer {
  readonly id: string;
  readonly records?: unknown;
  readonly code?: string;
}

/** The maximum number of DNS queries for one mail; signatures, policies and SPF of legitimate mails need fewer. */
const MAXIMUM_QUESTIONS = 20;

/**
 * Performs DNS queries for the threads of a verifier, so that they use the resolver of the process.
 *
 * @returns a function that stops it
 */
export function answerOverChannel(name: string, resolver: DnsResolver, timeout: number): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    const { id, name: host, type } = (event as { data: Question }).data;
    if (typeof type !== 'string') return;
    void within(resolver(host, type), timeout).then(
      (records) => channel.postMessage({ id, records } satisfies Answer),
      ({ code }: { code?: unknown }) => channel.postMessage({ id, code: typeof code === 'string' ? code : 'ETIMEOUT' } satisfies Answer),
    );
  };
  channel.unref();
  return () => channel.close();
}

async function within<T>(work: Promise<T>, timeout: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('The name servers do not respond.'), { code: 'ETIMEOUT' })), timeout);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const open = new Map<string, { channel: BroadcastChannel; waiting: Map<string, (response: Answer) => void> }>();
/** Every thread receives all responses; this prefix identifies its own. */
const THREAD = randomUUID();
let queryCount = 0;

/** Runs in a thread: returns a resolver for one mail, which queries the main thread. */
export function askOverChannel(name: string): (host: string, type: string) => Promise<string[][]> {
  const { channel, waiting } = channelOf(name);
  let questions = 0;
  return (host, type) => {
    questions += 1;
    if (questions > MAXIMUM_QUESTIONS) return Promise.reject(dnsError('ETIMEOUT'));
    const id = `${THREAD}-${(queryCount += 1)}`;
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ records, code }) => {
        waiting.delete(id);
        if (code === undefined) resolve(records as string[][]);
        else reject(dnsError(code));
      });
      channel.postMessage({ id, name: host, type } satisfies Question);
    });
  };
}

function channelOf(name: string): { channel: BroadcastChannel; waiting: Map<string, (response: Answer) => void> } {
  const existing = open.get(name);
  if (existing) return existing;
  const [channel, waiting] = [new BroadcastChannel(name), new Map<string, (response: Answer) => void>()];
  channel.onmessage = (event) => {
    const response = (event as { data: Answer }).data;
    waiting.get(response.id)?.(response);
  };
  open.set(name, { channel, waiting });
  return { channel, waiting };
}

function dnsError(code: string): Error {
  return Object.assign(new Error(`DNS: ${code}`), { code });
}
