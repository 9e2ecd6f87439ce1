import { isLoopbackHost } from '../io/loopback.ts';
import { loadFileSystem } from '../io/builtin.ts';
import type { AppDefinition } from '../app/app-definition.ts';
import { chooseServer, type ServerChoice } from '../config/choose-server.ts';
import { chooseToken } from '../config/choose-token.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { ConfigStore } from '../config/config-store.ts';
import { findPaths, type AppPaths } from '../config/paths.ts';
import { CatalogCache } from '../discovery/catalog-cache.ts';
import { readCatalog, type ReadCatalog } from '../discovery/read-catalog.ts';
import { ApiError, AuthError, LocalError } from '../errors/errors.ts';
import type { GlobalFlags } from '../flags/global-flags.ts';
import { ServerClient } from '../http/server-client.ts';
import type { Io } from '../io/io.ts';
import { decodeText } from '../io/decode-text.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { Session } from '../login/session.ts';
import { PACKAGE_VERSION } from '../app/version.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;

/** The context of a command: the application, I/O, the flags, and what is derived from them, each created on first use. */
export class CommandContext {
  readonly app: AppDefinition;
  readonly io: Io;
  readonly flags: GlobalFlags;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  #paths: AppPaths | undefined;
  #store: ConfigStore | undefined;
  #config: Promise<ConfigFile> | undefined;
  #session: Promise<Session> | undefined;
  #warned = false;

  constructor(app: AppDefinition, io: Io, flags: GlobalFlags, signal: AbortSignal) {
    this.app = app;
    this.io = io;
    this.flags = flags;
    this.signal = signal;
  }

  get paths(): AppPaths {
    this.#paths ??= findPaths(this.io, this.app.envPrefix, this.app.configDirectory);
    return this.#paths;
  }

  get store(): ConfigStore {
    this.#store ??= new ConfigStore(this.paths, (message) => this.notice(message));
    return this.#store;
  }

  get cache(): CatalogCache {
    return new CatalogCache(this.paths.cacheDirectory);
  }

  config(): Promise<ConfigFile> {
    this.#config ??= this.store.read();
    return this.#config;
  }

  async server(): Promise<ServerChoice> {
    return chooseServer(this.app, this.io.env, await this.config(), this.flags);
  }

  /** Returns the selected server with its token. */
  session(): Promise<Session> {
    this.#session ??= this.#openSession();
    return this.#session;
  }

  async client(serverUrl: string): Promise<ServerClient> {
    this.#warnOfExposure(serverUrl);
    return new ServerClient({
      io: this.io,
      baseUrl: serverUrl,
      signal: this.signal,
      userAgent: `colophon-app-cli/${PACKAGE_VERSION}`,
      timeoutMilliseconds: (this.flags.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
      debug: this.flags.debug,
      certificateAuthorities: await this.#certificateAuthorities(),
    });
  }

  /** Returns the server's catalog for this caller. */
  async catalog(): Promise<ReadCatalog> {
    const session = await this.session();
    const { refresh, pin } = this.flags;
    const onUnknownForm = (): void =>
      this.notice('The catalog has an artifact of a form that this client cannot verify; the catalog beside it is used unverified');
    return this.signedIn(readCatalog({ session, cache: this.cache, clock: this.io.clock, refresh, pin, onUnknownForm }));
  }

  /** Awaits work with the API and adds a hint if the response is that nobody is signed in. */
  async signedIn<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw error instanceof ApiError && error.status === 401 ? await this.#explainUnauthorized(error) : error;
    }
  }

  /** Returns the command line for a command of this program. */
  commandLine(words: string): string {
    return `${this.io.program.name} ${words}`;
  }

  /** Shows the person a one-line notice besides the result. */
  notice(message: string): void {
    this.io.stderr.write(`${this.io.program.name}: ${sanitizeLine(message)}\n`);
  }

  /** Warns once if others on the network can read what is sent. */
  #warnOfExposure(serverUrl: string): void {
    if (this.#warned) return;
    this.#warned = true;
    const { protocol, hostname } = new URL(serverUrl);
    if (protocol === 'http:' && !isLoopbackHost(hostname)) {
      this.notice(`${serverUrl} is plain http: anyone on the network can read the requests, including the token`);
    }
    if (protocol === 'https:' && this.io.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      this.notice('NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone on the network impersonate the server');
    }
  }

  async #openSession(): Promise<Session> {
    const server = await this.server();
    const choice = chooseToken(this.app, this.io.env, await this.config(), server);
    return new Session(await this.client(server.serverUrl), choice);
  }

  async #certificateAuthorities(): Promise<string | undefined> {
    const named = this.flags.caCert ?? this.io.env[`${this.app.envPrefix}_CA_CERT`];
    if (named === undefined || named === '') return undefined;
    const text = await loadFileSystem()
      .readFile(named)
      // OpenSSL silently passes over a certificate that begins after a byte order mark.
      .then(decodeText)
      .catch((cause: unknown) => {
        throw new LocalError('ca_cert_unreadable', `The certificate file ${named} cannot be read`, { cause });
      });
    if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new LocalError('ca_cert_malformed', `${named} contains no PEM certificate`);
    return text;
  }

  async #explainUnauthorized(error: ApiError): Promise<AuthError> {
    const { choice, client } = await this.session();
    const login = `Sign in with: ${this.commandLine('auth login')}`;
    if (choice.source === 'none')
      return new AuthError('not_signed_in', `You are not signed in to ${client.baseUrl}`, { hint: login, cause: error });
    const hint = choice.source === 'environment' ? `The token comes from ${choice.variable}; renew it there, or unset it.` : login;
    return new AuthError('token_refused', `${client.baseUrl} no longer accepts your token: ${error.message}`, {
      hint,
      cause: error,
    });
  }
}
