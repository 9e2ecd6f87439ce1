import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clamdScanner } from './clamd.ts';

it('leaves clamd at once if the file cannot be read', async () => {
  const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'connection') as Promise<[Socket]>;
  const scan = clamdScanner(`clamd://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const file = { path: '/no/such/file', name: 'a.txt', mimeType: 'text/plain', size: 1, sha256: '' };
  await expect(scan(file, new AbortController().signal)).rejects.toThrow('ENOENT');
  const [socket] = await asked;
  if (!socket.destroyed) await once(socket, 'close');
  server.close();
  await once(server, 'close');
});
