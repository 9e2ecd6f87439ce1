import { ColophonError } from '@colophon/core';

/** What came back from the provider does not prove who somebody is: which part of it is not said. Answers 401. */
export class OidcRefusedError extends ColophonError {
  constructor(message = 'The answer of the identity provider does not hold.', cause?: unknown) {
    super(401, 'oidc_refused', message, { hint: 'Start again from the sign-in page.', ...(cause === undefined ? {} : { cause }) });
  }
}

/** A new sign-in was asked for, and the provider let the earlier one stand, or does not say when it was. Answers 403. */
export class NotSignedInAgainError extends ColophonError {
  constructor(name: string) {
    super(403, 'sign_in_again', `${name} did not ask you to sign in again, or does not say when you did.`, {
      hint: 'Sign in with a password or a passkey. An administrator can give you a link to set a password.',
    });
  }
}

/** The provider does not answer, or not as one. Answers 503. */
export class ProviderUnavailableError extends ColophonError {
  constructor(name: string, cause: unknown) {
    super(503, 'provider_unavailable', `${name} cannot be reached, or does not answer as an identity provider.`, {
      hint: 'Try again in a minute, or use another way to sign in.',
      retryable: true,
      headers: { 'Retry-After': '60' },
      cause,
    });
  }
}

/** The person is known to the provider, and nobody here. Answers 403. */
export class NoAccountError extends ColophonError {
  constructor(code: 'no_account' | 'account_exists', message: string, hint: string) {
    super(403, code, message, { hint });
  }
}
