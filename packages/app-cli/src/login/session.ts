import type { TokenChoice } from '../config/choose-token.ts';
import { AuthError } from '../errors/errors.ts';
import type { ServerClient } from '../http/server-client.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { readIssuer } from './issuer.ts';

/** A server, and the token that may be sent to it. */
export class Session {
  readonly client: ServerClient;
  readonly choice: TokenChoice;
  #checked: Promise<string | undefined> | undefined;

  constructor(client: ServerClient, choice: TokenChoice) {
    this.client = client;
    this.choice = choice;
  }

  /** Whether there is a token, valid or not. */
  get hasToken(): boolean {
    return this.choice.source !== 'none';
  }

  /** The issuer of the stored token; undefined for a token from the environment, and without one. */
  get issuer(): string | undefined {
    return this.choice.source === 'config' ? this.choice.credential.issuer : undefined;
  }

  /** The token without the issuer check, to distinguish the catalogs of different callers. To send it, use {@link token}. */
  get uncheckedToken(): string | undefined {
    if (this.choice.source === 'environment') return this.choice.token;
    return this.choice.source === 'config' ? this.choice.credential.token : undefined;
  }

  /**
   * Returns the token to send; undefined if there is none. Before a stored token is returned for the first time, the issuer is read again
   * from the server and compared exactly with the one that the token is bound to. The check is skipped only if the server published no
   * metadata at login.
   *
   * @throws AuthError `issuer_changed` if they differ, `issuer_unknown` if the server no longer names its issuer; the token stays on disk
   * and is not sent
   */
  token(): Promise<string | undefined> {
    this.#checked ??= this.#check();
    return this.#checked;
  }

  async #check(): Promise<string | undefined> {
    if (this.choice.source !== 'config') return this.uncheckedToken;
    const { issuer, token, hasMetadata } = this.choice.credential;
    const reported = await readIssuer(this.client);
    if (reported === issuer || (reported === undefined && !hasMetadata)) return token;
    if (reported === undefined) {
      throw new AuthError(
        'issuer_unknown',
        `${this.client.baseUrl} no longer publishes its token issuer, as it did when you signed in; your token was not sent`,
        { hint: 'If the server was replaced on purpose, sign in again with: auth login' },
      );
    }
    throw new AuthError(
      'issuer_changed',
      `${this.client.baseUrl} now names ${sanitizeLine(reported, 200)} as its token issuer; your token was issued by ${sanitizeLine(issuer, 200)} and was not sent`,
      { hint: 'If the server was renamed on purpose, sign in again with: auth login' },
    );
  }
}
