import { ColophonError } from '@colophon/core';

/** The provider's response does not authenticate a user; the message does not tell why. Responds with 401. */
export class OidcRefusedError extends ColophonError {
  constructor(message = 'The response of the identity provider is not valid.', cause?: unknown) {
    super(401, 'oidc_refused', message, { hint: 'Start again from the sign-in page.', ...(cause === undefined ? {} : { cause }) });
  }
}

/** A new sign-in was requested, but the provider reused the earlier one, or does not tell its time. Responds with 403. */
export class NotSignedInAgainError extends ColophonError {
  constructor(name: string) {
    super(403, 'sign_in_again', `${name} did not ask you to sign in again, or does not say when you did.`, {
      hint: 'Sign in with a password or a passkey. An administrator can give you a link to set a password.',
    });
  }
}

/** The provider does not respond, or not validly. Responds with 503. */
export class ProviderUnavailableError extends ColophonError {
  constructor(name: string, cause: unknown) {
    super(503, 'provider_unavailable', `${name} cannot be reached, or does not respond as an identity provider.`, {
      hint: 'Try again in a minute, or use another way to sign in.',
      retryable: true,
      headers: { 'Retry-After': '60' },
      cause,
    });
  }
}

/** The provider has authenticated the user, who has no account here. Responds with 403. */
export class NoAccountError extends ColophonError {
  constructor(code: 'no_account' | 'account_exists', message: string, hint: string) {
    super(403, code, message, { hint });
  }
}
