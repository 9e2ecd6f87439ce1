import { ColophonError } from '@colophon/core';

/** The provider's response does not authenticate a user; the message does not tell why. Responds with 401. */
export class OidcRefusedError extends ColophonError {
  constructor(message = 'The response of the identity provider is not valid.', cause?: unknown) {
    super(401, 'oidc_refused', message, { hint: 'Start again from the sign-in page.', ...(cause === undefined ? {} : { cause }) });
  }
}

/** The provider sent something that is no ID token. Responds with 401. */
export class MalformedIdTokenError extends ColophonError {
  constructor(name: string, cause: unknown) {
    super(401, 'oidc_malformed', `${name} sent an ID token that cannot be read.`, {
      hint: 'Start again from the sign-in page; if it happens again, tell your administrator.',
      cause,
    });
  }
}

/** The ID token was issued in the future, by the clock of this server. Responds with 401. */
export class ProviderClockError extends ColophonError {
  constructor(name: string, cause?: unknown) {
    super(401, 'oidc_clock', `The clocks of ${name} and of this server differ: its ID token is not valid yet.`, {
      hint: 'Tell your administrator: one of the two machines must set its clock.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** A new sign-in was requested, but the provider reused the earlier one, or does not tell its time. Responds with 403. */
export class NotSignedInAgainError extends ColophonError {
  constructor(name: string) {
    super(403, 'sign_in_again', `${name} did not ask you to sign in again, or does not report when you did.`, {
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
