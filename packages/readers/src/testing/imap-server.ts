import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';

/** A mail in a folder of the test server. */
export interface HeldMail {
  readonly uid: number;
  readonly bytes: Buffer;
}

/** A test's replacement for the handling of a command: `cut` ends the connection, `done` means that the test replied itself. */
export type Script = (command: string, write: (text: string | Buffer) => void, tag: string) => 'cut' | 'done' | undefined;

export interface TestImapServerOptions {
  /** Key and certificate, PEM: TLS from the first byte. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly capabilities?: string;
  readonly readOnly?: boolean;
}

/** A loopback IMAP server with the subset of IMAP4rev1 needed to read a mailbox. Tests can override its replies. */
export interface TestImapServer {
  readonly port: number;
  readonly url: string;
  readonly folders: Map<string, HeldMail[]>;
  /** The received commands, without their tags. */
  readonly commands: string[];
  script: Script | undefined;
  /** The number of connections so far. */
  connections: number;
  /** Adds a mail to INBOX and notifies idling clients. */
  add(bytes: Buffer): number;
  close(): Promise<void>;
}

export const USER = 'letters@in.harbour.example';
export const PASSWORD = 'p@ss/word "1"';

/** Starts the server on a free port. */
export async function startTestImapServer(options: TestImapServerOptions = {}): Promise<TestImapServer> {
  const { tls, capabilities = 'IMAP4rev1 IDLE MOVE UIDPLUS AUTH=PLAIN' } = options;
  const sockets = new Set<Socket>();
  const idling = new Set<() => void>();
  let lastUid = 0;
  const state: TestImapServer = {
    port: 0,
    url: '',
    folders: new Map([['INBOX', []]]),
    commands: [],
    script: undefined,
    connections: 0,
    add(bytes) {
      lastUid += 1;
      state.folders.get('INBOX')?.push({ uid: lastUid, bytes });
      for (const tell of idling) tell();
      return lastUid;
    },
    close: async () => undefined,
  };
  const serve = (socket: Socket): void => {
    socket.setNoDelay(true);
    sockets.add(socket);
    state.connections += 1;
    const session = new Session(state, socket, { capabilities, isReadOnly: options.readOnly === true, idling });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      session.end();
    });
    socket.on('data', (data) => session.read(data.toString('latin1')));
    session.greet();
  };
  const server = tls ? createSecureServer(tls, serve) : createServer(serve);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    port,
    url: `imap${tls ? 's' : ''}://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}

interface SessionSettings {
  readonly capabilities: string;
  readonly isReadOnly: boolean;
  readonly idling: Set<() => void>;
}

class Session {
  readonly #server: TestImapServer;
  readonly #socket: Socket;
  readonly #settings: SessionSettings;
  #buffer = '';
  #idleTag: string | undefined;
  #loginTag: string | undefined;
  readonly #tell = (): void => this.#write(`* ${this.#inbox.length} EXISTS\r\n`);

  constructor(server: TestImapServer, socket: Socket, settings: SessionSettings) {
    this.#server = server;
    this.#socket = socket;
    this.#settings = settings;
  }

  get #inbox(): HeldMail[] {
    return this.#server.folders.get('INBOX') ?? [];
  }

  greet(): void {
    if (!this.#isScripted('', 'GREETING')) this.#write(`* OK [CAPABILITY ${this.#settings.capabilities}] ready\r\n`);
  }

  end(): void {
    this.#settings.idling.delete(this.#tell);
  }

  read(text: string): void {
    this.#buffer += text;
    for (let end = this.#buffer.indexOf('\r\n'); end >= 0; end = this.#buffer.indexOf('\r\n')) {
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 2);
      this.#line(line);
    }
  }

  #line(line: string): void {
    if (this.#loginTag !== undefined) return this.#signIn(this.#loginTag, line);
    if (this.#idleTag !== undefined && line === 'DONE') {
      this.end();
      const tag = this.#idleTag;
      this.#idleTag = undefined;
      if (!this.#isScripted(tag, 'DONE')) this.#write(`${tag} OK idled\r\n`);
      return;
    }
    const [tag = '', command = ''] = /^(\S+) (.*)$/.exec(line)?.slice(1) ?? [];
    this.#server.commands.push(command);
    if (!this.#isScripted(tag, command)) this.#answer(tag, command);
  }

  #isScripted(tag: string, command: string): boolean {
    const done = this.#server.script?.(command, (text) => this.#write(text), tag);
    if (done === 'cut') this.#socket.destroy();
    return done !== undefined;
  }

  #signIn(tag: string, line: string): void {
    this.#loginTag = undefined;
    const isRight = Buffer.from(line, 'base64').toString() === `\0${USER}\0${PASSWORD}`;
    this.#write(isRight ? `${tag} OK signed in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] not with ${line}\r\n`);
  }

  #answer(tag: string, command: string): void {
    const [name = ''] = /^(?:UID )?\w+/i.exec(command) ?? [];
    const ok = (...untagged: string[]): void => this.#write([...untagged, `${tag} OK ${name}`].map((each) => `${each}\r\n`).join(''));
    const folder = /"?([\w/]+)"?/.exec(command.slice(name.length))?.[1] ?? '';
    switch (name.toUpperCase()) {
      case 'CAPABILITY':
        return ok(`* CAPABILITY ${this.#settings.capabilities}`);
      case 'AUTHENTICATE':
        if (command.split(' ')[2] !== undefined) return this.#signIn(tag, command.split(' ')[2] ?? '');
        this.#loginTag = tag;
        return this.#write('+ \r\n');
      case 'LIST':
      case 'LSUB':
        return ok(...(folder === '' || this.#server.folders.has(folder) ? [`* ${name} (\\HasNoChildren) "/" "${folder}"`] : []));
      case 'STATUS':
        if (!this.#server.folders.has(folder)) return this.#write(`${tag} NO [NONEXISTENT] no such folder\r\n`);
        return ok(`* STATUS "${folder}" (UIDNEXT 1)`);
      case 'CREATE':
        this.#server.folders.set(folder, []);
        return ok();
      case 'SELECT':
      case 'EXAMINE':
        return this.#select(tag, folder);
      case 'IDLE':
        this.#idleTag = tag;
        this.#settings.idling.add(this.#tell);
        return this.#write('+ idling\r\n');
      case 'UID SEARCH':
        return ok(`* SEARCH ${this.#inbox.map(({ uid }) => uid).join(' ')}`);
      case 'UID FETCH':
        return this.#fetch(tag, command);
      case 'UID MOVE':
        return this.#move(tag, command);
      case 'LOGOUT':
        ok('* BYE');
        this.#socket.end();
        return;
      default:
        return ok();
    }
  }

  #select(tag: string, folder: string): void {
    const mails = this.#server.folders.get(folder);
    if (!mails) return this.#write(`${tag} NO no such folder\r\n`);
    const mode = this.#settings.isReadOnly ? 'READ-ONLY' : 'READ-WRITE';
    const lines = [
      '* FLAGS (\\Deleted)',
      `* ${mails.length} EXISTS`,
      '* OK [UIDVALIDITY 7] ok',
      '* OK [UIDNEXT 100] ok',
      `${tag} OK [${mode}] open`,
    ];
    return this.#write(lines.map((line) => `${line}\r\n`).join(''));
  }

  #fetch(tag: string, command: string): void {
    const [, requestedUid = '', items = ''] = /^UID FETCH (\d+) \((.*)\)$/i.exec(command) ?? [];
    const index = this.#inbox.findIndex(({ uid }) => uid === Number(requestedUid));
    const mail = this.#inbox[index];
    if (mail) {
      const isSource = items.includes('BODY');
      const maximum = Number(/<0\.(\d+)>/.exec(items)?.[1] ?? mail.bytes.length);
      const bytes = mail.bytes.subarray(0, maximum);
      this.#write(
        `* ${index + 1} FETCH (UID ${mail.uid} RFC822.SIZE ${mail.bytes.length}${isSource ? ` BODY[]<0> {${bytes.length}}\r\n` : ''}`,
      );
      if (isSource) this.#write(bytes);
      this.#write(')\r\n');
    }
    this.#write(`${tag} OK fetched\r\n`);
  }

  #move(tag: string, command: string): void {
    const [, requestedUid = '', to = ''] = /^UID MOVE (\d+) "?([\w/]+)"?$/i.exec(command) ?? [];
    const target = this.#server.folders.get(to);
    if (!target) return this.#write(`${tag} NO [TRYCREATE] no such folder\r\n`);
    const index = this.#inbox.findIndex(({ uid }) => uid === Number(requestedUid));
    const [mail] = index < 0 ? [] : this.#inbox.splice(index, 1);
    if (mail) {
      target.push(mail);
      this.#write(`* ${index + 1} EXPUNGE\r\n`);
    }
    return this.#write(`${tag} OK moved\r\n`);
  }

  #write(text: string | Buffer): void {
    if (this.#socket.writable) this.#socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  }
}
