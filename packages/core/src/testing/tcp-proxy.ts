import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a proxy does with bytes: passes them on, keeps them until it passes again, or keeps them forever. */
type Mode = 'pass' | 'stall';

/** A TCP proxy on the loopback interface that can become as silent as a broken network. */
export interface TcpProxy {
  readonly port: number;
  /** From now on nothing passes in either direction, and new connections are accepted but hear nothing. */
  stall(): void;
  /** Passes bytes again. What was kept is passed on too; with `forget`, connections that exist now stay silent forever. */
  pass(how?: 'forget'): void;
  close(): Promise<void>;
}

/** Starts a proxy to a port of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let mode: Mode = 'pass';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (bytes) => other.write(bytes));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
      if (mode === 'stall') one.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      mode = 'stall';
      for (const socket of [...pairs].flat()) socket.pause();
    },
    pass(how) {
      mode = 'pass';
      if (how !== 'forget') for (const socket of [...pairs].flat()) socket.resume();
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
