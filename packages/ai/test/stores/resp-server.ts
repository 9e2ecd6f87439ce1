import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

type Value = string | number | null | readonly Value[] | Error;

/**
 * A small server of the Redis protocol for tests: hashes, and transactions with WATCH. It is written from the protocol's documentation; the
 * store is also tried with Redis itself where one is installed (`REDIS_URL`).
 */
export class RespServer {
  #server: Server;
  #hashes = new Map<string, Map<string, string>>();
  #versions = new Map<string, number>();

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(): Promise<RespServer> {
    const server = new RespServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    socket.setNoDelay(true);
    let text = '';
    const watched = new Map<string, number>();
    let queue: string[][] | undefined;
    const run = (command: string[]): Value => {
      const name = (command[0] ?? '').toUpperCase();
      if (name === 'EXEC') {
        const commands = queue;
        queue = undefined;
        if (commands === undefined) return new Error('ERR EXEC without MULTI');
        const isChanged = [...watched].some(([key, version]) => (this.#versions.get(key) ?? 0) !== version);
        watched.clear();
        return isChanged ? null : commands.map((one) => this.#run(one));
      }
      if (queue !== undefined) {
        queue.push(command);
        return 'QUEUED';
      }
      if (name === 'MULTI') queue = [];
      else if (name === 'WATCH') for (const key of command.slice(1)) watched.set(key, this.#versions.get(key) ?? 0);
      else if (name === 'UNWATCH') watched.clear();
      else return this.#run(command);
      return 'OK';
    };
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (data: string) => {
      text += data;
      for (let read = readCommand(text); read !== undefined; read = readCommand(text)) {
        text = read.rest;
        socket.write(encode(run(read.command)));
      }
    });
  }

  #run([name = '', key = '', ...args]: string[]): Value {
    const hash = this.#hashes.get(key) ?? new Map<string, string>();
    const changed = <T>(result: T): T => {
      this.#hashes.set(key, hash);
      this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1);
      return result;
    };
    const [field = '', value = ''] = args;
    switch (name.toUpperCase()) {
      case 'HMGET':
        return args.map((one) => hash.get(one) ?? null);
      case 'HGETALL':
        return [...hash].flat();
      case 'HSET':
        hash.set(field, value);
        return changed(1);
      case 'HDEL':
        return changed(hash.delete(field) ? 1 : 0);
      case 'HINCRBY': {
        const sum = Number(hash.get(field) ?? 0) + Number(value);
        hash.set(field, String(sum));
        return changed(sum);
      }
      case 'PING':
        return 'PONG';
      case 'CLIENT':
        return 'OK';
    }
    return new Error(`ERR unknown command '${name}'`);
  }
}

/** The first complete command of a text: a list of texts with their lengths in bytes. */
function readCommand(text: string): { command: string[]; rest: string } | undefined {
  const bytes = Buffer.from(text);
  let at = 0;
  const line = (): string | undefined => {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const content = bytes.subarray(at, end).toString();
    at = end + 2;
    return content;
  };
  const head = line();
  if (head === undefined) return undefined;
  const command: string[] = [];
  for (let left = Number(head.slice(1)); left > 0; left -= 1) {
    const length = line();
    if (length === undefined || bytes.length < at + Number(length.slice(1)) + 2) return undefined;
    const end = at + Number(length.slice(1));
    command.push(bytes.subarray(at, end).toString());
    at = end + 2;
  }
  return { command, rest: bytes.subarray(at).toString() };
}

function encode(value: Value): string {
  if (value === null) return '*-1\r\n';
  if (value instanceof Error) return `-${value.message}\r\n`;
  if (typeof value === 'number') return `:${value}\r\n`;
  if (typeof value === 'string')
    return /^(?:OK|QUEUED|PONG)$/.test(value) ? `+${value}\r\n` : `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
  return `*${value.length}\r\n${value.map((one) => (one === null ? '$-1\r\n' : encode(one))).join('')}`;
}
