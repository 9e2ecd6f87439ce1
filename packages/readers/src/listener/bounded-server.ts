import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { takeDataLinearly } from './linear-data.ts';

/** Milliseconds until the next check of a session that was waiting for our reply when its time was up. */
const GRACE_MS = 60_000;

/** A connection that receives mails chunk by chunk, with a maximum duration. */
class BoundedConnection extends SMTPConnection {
  override _createParser(): ReturnType<SMTPConnection['_createParser']> {
    const parser = super._createParser();
    takeDataLinearly(parser);
    return parser;
  }

  /** Ends the connection after this many milliseconds, even if it is active, but not while it waits for our reply. */
  endAfter(milliseconds: number): void {
    const timer = setTimeout(() => {
      const isDelivering = this._dataStream && this._parser && !this._parser._dataMode;
      if (this._handlerPending || isDelivering) this.endAfter(GRACE_MS);
      else this.send(421, 'The session takes too long.');
    }, milliseconds);
    timer.unref();
    this._socket.once('close', () => clearTimeout(timer));
  }
}

/** The library's server, with bounded connections. */
export class BoundedServer extends SMTPServer {
  readonly #sessionTimeout: number;

  constructor(options: SMTPServerOptions, sessionTimeout: number) {
    super(options);
    this.#sessionTimeout = sessionTimeout;
  }

  override connect(socket: Socket, options: ConstructorParameters<typeof SMTPConnection>[2]): void {
    const connection = new BoundedConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.endAfter(this.#sessionTimeout);
    connection.init();
  }
}
