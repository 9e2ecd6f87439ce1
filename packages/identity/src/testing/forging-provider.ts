import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** The response of the provider instead of the correct one. */
export interface Forgery {
  /** Overrides the correct claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: 'none' | 'HS256';
  /** Signs with a key that it has not published. */
  readonly unknownKey?: boolean;
  /** Sent as the ID token. */
  readonly idToken?: unknown;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  /** Overrides its metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Answers every request with this status. */
  readonly down?: number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** An identity provider whose responses a test can forge, and which checks the requests it receives. */
export class ForgingProvider {
  readonly issuer: string;
  readonly clientId = 'newsroom';
  readonly clientSecret = 'a secret that only the two of us know';
  readonly #close: () => void;
  #key: CryptoKey;
  #kid = 1;
  #keys: unknown[] = [];
  forgery: Forgery = {};
  /** The claims of the user who signs in. */
  person: Readonly<Record<string, unknown>> = { sub: 'ada', email: 'ada@sso.example', email_verified: true, name: 'Ada' };
  /** The last token request, and the parameters of the authorization request. */
  tokenRequest: URLSearchParams | undefined;
  nonce = '';

  private constructor(issuer: string, key: CryptoKey, close: () => void) {
    this.issuer = issuer;
    this.#key = key;
    this.#close = close;
  }

  static async start(): Promise<ForgingProvider> {
    const app = new Hono();
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => resolve(started));
    });
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new ForgingProvider(issuer, privateKey, () => server.close());
    await provider.#publish();
    app.use(async (context, next) => (provider.forgery.down === undefined ? next() : context.text('down', provider.forgery.down as 503)));
    app.get('/.well-known/openid-configuration', (context) => context.json(provider.#metadata()));
    app.get('/jwks', (context) => context.json({ keys: provider.#keys }));
    app.get('/userinfo', (context) => context.json({ ...provider.person, ...provider.forgery.userinfo }));
    app.post('/token', async (context) => {
      provider.tokenRequest = new URLSearchParams(await context.req.text());
      return context.json({
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: provider.forgery.idToken ?? (await provider.#idToken()),
      });
    });
    return provider;
  }

  stop(): void {
    this.#close();
  }

  /** Creates a new key, and forgets the earlier ones. */
  async rotate(): Promise<void> {
    this.#key = (await generateKeyPair('RS256', { extractable: true })).privateKey;
    this.#kid += 1;
    this.#keys = [];
    await this.#publish();
  }

  /** A logout token, with these claims overriding the correct ones. */
  async logoutToken(claims: Readonly<Record<string, unknown>> = {}, header: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: this.issuer, aud: this.clientId, iat: now, exp: now + 120, jti: `jti-${Math.random()}`, events: { [EVENT]: {} } };
    return this.#sign({ ...right, sub: this.person['sub'], ...claims }, { typ: 'logout+jwt', ...header });
  }

  async #publish(): Promise<void> {
    const { kty, n, e } = await exportJWK(this.#key);
    this.#keys = [{ kty, n, e, kid: `key-${this.#kid}`, alg: 'RS256', use: 'sig' }];
  }

  #metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      end_session_endpoint: `${this.issuer}/end`,
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...this.forgery.metadata,
    };
  }

  #idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const { sub } = this.person;
    return this.#sign(
      { iss: this.issuer, aud: this.clientId, sub, iat: now, exp: now + 300, auth_time: now, nonce: this.nonce, ...this.forgery.claims },
      {},
    );
  }

  async #sign(claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>>): Promise<string> {
    const payload = JSON.parse(JSON.stringify(claims)) as JWTPayload;
    if (this.forgery.alg === 'none') return new UnsecuredJWT(payload).encode();
    if (this.forgery.alg === 'HS256')
      return new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(new TextEncoder().encode(this.clientSecret.padEnd(32)));
    const key = this.forgery.unknownKey ? (await generateKeyPair('RS256')).privateKey : this.#key;
    return new SignJWT(payload).setProtectedHeader({ ...header, alg: 'RS256', kid: `key-${this.#kid}` }).sign(key);
  }
}
