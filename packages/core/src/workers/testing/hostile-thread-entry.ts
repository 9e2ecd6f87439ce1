import { serveWork } from '../serve-work.ts';

/** The behaviours that tests request: return, throw, wait for some milliseconds, never end, or use memory in one of two ways. */
export type HostileInput = {
  readonly does: 'echo' | 'throw' | 'spin' | 'objects' | 'buffers' | 'exit' | 'count' | 'wait';
  readonly value?: unknown;
};

let served = 0;
const kept: unknown[] = [];

serveWork(({ does, value }: HostileInput): unknown => {
  served += 1;
  switch (does) {
    case 'throw':
      throw Object.assign(new TypeError('The input cannot be read.'), { code: 'unreadable' });
    case 'spin':
      for (;;) kept.length = 0;
    case 'objects':
      for (;;) kept.push({ some: 'thing', more: [kept.length] });
    case 'buffers':
      for (;;) kept.push(Buffer.alloc(1_000_000, 1));
    case 'exit':
      return process.exit(3);
    case 'wait':
      return new Promise((resolve) => setTimeout(resolve, Number(value), 'waited'));
    case 'count':
      return served;
    default:
      return value;
  }
});
