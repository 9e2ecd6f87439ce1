import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';

/** Answers one question of DNS as `resolve` of `node:dns/promises` does: rejects with an error whose `code` says why. */
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

/** Look-ups of one mail: signatures, policies and SPF of an honest one need fewer. */
const MAXIMUM_QUESTIONS = 20;

/**
 * Answers the questions that the threads of a verifier ask, so that they use the resolver of the process.
 *
 * @returns what ends it
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
    timer = setTimeout(() => reject(Object.assign(new Error('The name servers do not answer.'), { code: 'ETIMEOUT' })), timeout);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const open = new Map<string, { channel: BroadcastChannel; waiting: Map<string, (answer: Answer) => void> }>();
/** Every thread hears every answer: this tells its own. */
const THREAD = randomUUID();
let asked = 0;

/** In a thread: a resolver for one mail, that asks the process. */
export function askOverChannel(name: string): (host: string, type: string) => Promise<string[][]> {
  const { channel, waiting } = channelOf(name);
  let questions = 0;
  return (host, type) => {
    questions += 1;
    if (questions > MAXIMUM_QUESTIONS) return Promise.reject(dnsError('ETIMEOUT'));
    const id = `${THREAD}-${(asked += 1)}`;
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

function channelOf(name: string): { channel: BroadcastChannel; waiting: Map<string, (answer: Answer) => void> } {
  const known = open.get(name);
  if (known) return known;
  const [channel, waiting] = [new BroadcastChannel(name), new Map<string, (answer: Answer) => void>()];
  channel.onmessage = (event) => {
    const answer = (event as { data: Answer }).data;
    waiting.get(answer.id)?.(answer);
  };
  open.set(name, { channel, waiting });
  return { channel, waiting };
}

function dnsError(code: string): Error {
  return Object.assign(new Error(`DNS: ${code}`), { code });
}
