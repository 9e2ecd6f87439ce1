import type { Configuration } from 'openid-client';
import { type ProviderClaims, readClaims } from './claims.ts';
import { MalformedIdTokenError, OidcRefusedError, ProviderClockError, ProviderUnavailableError } from './oidc-errors.ts';
import { isLoopback, type OidcProvider } from './provider.ts';

/** How long a provider's metadata is cached, in milliseconds. */
const METADATA_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;
/** How far the provider's clock may be ahead, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** The maximum age of a sign-in at the provider, in seconds: 14 days, as long as a session here. */
const OLDEST_SIGN_IN_SECONDS = 14 * 24 * 3600;

/** The client of one identity provider. */
export class OidcClient {
  readonly provider: OidcProvider;
  readonly #redirectUri: string;
  #configuration: { readonly made: Promise<Configuration>; readonly until: number } | undefined;

  constructor(provider: OidcProvider, baseUrl: string) {
    this.provider = provider;
    this.#redirectUri = `${baseUrl}/oidc/${provider.key}/callback`;
  }

  /**
   * Returns the address for signing in at the provider. `max_age` makes it report the time of authentication (OpenID Connect Core
   * §3.1.2.1), and repeat an older one; with `again` it always asks.
   *
   * @throws ProviderUnavailableError
   */
  async authorizationUrl({
    state,
    nonce,
    verifier,
    again,
  }: {
    state: string;
    nonce: string;
    verifier: string;
    again: boolean;
  }): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const configuration = await this.configuration();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.provider.scope ?? 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(again ? { max_age: '0', prompt: 'login' } : { max_age: String(OLDEST_SIGN_IN_SECONDS) }),
    }).href;
  }

  /**
   * Exchanges the code with which the browser came back. State, nonce, issuer (RFC 9207 too), audience, signature and times are validated
   * by the library, except that a token may have been issued in the future (RFC 7519 §4.1.6 leaves that open).
   *
   * @param search the query of the callback address
   * @throws OidcRefusedError, MalformedIdTokenError, ProviderClockError, ProviderUnavailableError
   */
  async exchange(
    search: string,
    { state, nonce, verifier, now }: { state: string; nonce: string; verifier: string; now: Date },
  ): Promise<ProviderClaims> {
    const client = await import('openid-client');
    const configuration = await this.configuration();
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${search}`), checks);
      const claims = tokens.claims();
      if (!claims) throw new OidcRefusedError();
      if (claims.iat * 1000 > now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000) throw new ProviderClockError(this.provider.name);
      const userinfo = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return readClaims(claims, userinfo, this.provider);
    } catch (error) {
      // Its keys have changed since they were read: the next sign-in reads them again.
      if ((error as { code?: unknown }).code === 'OAUTH_KEY_SELECTION_FAILED') this.#configuration = undefined;
      throw this.#explain(error);
    }
  }

  /** Where the provider ends its session; undefined if it has no such endpoint. @throws ProviderUnavailableError */
  async endSessionUrl(backTo: string): Promise<string | undefined> {
    const { buildEndSessionUrl } = await import('openid-client');
    const configuration = await this.configuration();
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href;
  }

  /** The provider's metadata. @throws ProviderUnavailableError */
  async configuration(): Promise<Configuration> {
    const cached = this.#configuration;
    if (cached && cached.until > Date.now()) return cached.made;
    const promise = this.#discover();
    this.#configuration = { made: promise, until: Date.now() + METADATA_MS };
    // A failure is not cached.
    promise.catch(() => (this.#configuration = undefined));
    return promise;
  }

  async #discover(): Promise<Configuration> {
    const { provider } = this;
    const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks, None } =
      await import('openid-client');
    const issuer = new URL(provider.issuer);
    const authentication = provider.clientSecret === undefined ? None() : ClientSecretPost(provider.clientSecret);
    const metadata = { id_token_signed_response_alg: provider.algorithm ?? 'RS256', redirect_uris: [this.#redirectUri] };
    try {
      return await discovery(issuer, provider.clientId, metadata, authentication, {
        [customFetch]: provider.fetch as never,
        timeout: TIMEOUT_SECONDS,
        // Signatures of tokens from the token endpoint are verified too, instead of relying on TLS.
        execute: [enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowInsecureRequests] : [])],
      });
    } catch (error) {
      throw new ProviderUnavailableError(provider.name, error);
    }
  }

  /** Distinguishes a provider that refuses from one that is unavailable. */
  #explain(error: unknown): Error {
    if (error instanceof OidcRefusedError || error instanceof ProviderClockError) return error;
    if (isMalformedToken(error)) return new MalformedIdTokenError(this.provider.name, error);
    if (isNotYetValid(error)) return new ProviderClockError(this.provider.name, error);
    if (isUnavailable(error)) return new ProviderUnavailableError(this.provider.name, error);
    const isDenied = (error as { error?: unknown }).error === 'access_denied';
    return new OidcRefusedError(isDenied ? `${this.provider.name} denied the sign-in.` : undefined, error);
  }
}

/** What the library says about a token of which it cannot even read the claims; it has no code for that alone. */
const UNREADABLE_TOKEN = /^(?:Invalid JWT|failed to parse JWT|JWT (?:Header|Payload) must be)|"id_token" property|^JWE decryption/;

function isMalformedToken(error: unknown): boolean {
  return causesOf(error).some((each) => UNREADABLE_TOKEN.test(each.message));
}

function isNotYetValid(error: unknown): boolean {
  return causesOf(error).some(({ cause }) => (cause as { claim?: unknown } | undefined)?.claim === 'nbf');
}

/** An error and what caused it. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The library's error codes for an invalid response, such as an error page of a proxy. */
const NO_ANSWER = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  // `fetch` rejects with a TypeError; the guarded one has its own error name.
  const isGuard = [error, error.cause].some((each) => each instanceof Error && each.name === 'OutboundError');
  const isNetwork = isGuard || (error instanceof TypeError && code === undefined);
  return isNetwork || (typeof code === 'string' && NO_ANSWER.includes(code));
}
