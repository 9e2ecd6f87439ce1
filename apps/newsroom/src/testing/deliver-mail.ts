import { connect } from 'node:net';

/**
 * Delivers a mail by LMTP, as a mail server on this machine does.
 *
 * @returns the last reply
 */
export async function deliverMail(
  port: number,
  { recipient, from = 'ada@letters.example', mail }: { recipient: string; from?: string; mail: string | Uint8Array },
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let buffer = '';
  let wake = (): void => undefined;
  socket.on('data', (data) => {
    buffer += data.toString();
    wake();
  });
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  const next = async (): Promise<string> => {
    for (;;) {
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(buffer) ?? [];
      if (reply !== undefined) {
        buffer = buffer.slice(reply.length);
        return reply.trim().split('\r\n').at(-1) ?? '';
      }
      if (isClosed) throw new Error('The mail server has closed the connection.');
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const dotted = Buffer.from(
    Buffer.from(mail)
      .toString('latin1')
      .replaceAll(/(^|\n)\./g, '$1..')
      .replace(/\r\n$/, ''),
    'latin1',
  );
  let last = await next();
  for (const line of [
    'LHLO relay',
    `MAIL FROM:<${from}>`,
    `RCPT TO:<${recipient}>`,
    'DATA',
    Buffer.concat([dotted, Buffer.from('\r\n.')]),
  ]) {
    socket.write(line);
    socket.write('\r\n');
    last = await next();
    if (/^[45]/.test(last)) break;
  }
  socket.end();
  return last;
}
