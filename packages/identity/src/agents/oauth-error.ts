import { ColophonError } from '@colophon/core';

/** The errors of OAuth endpoints: RFC 6749 §§4.1.2.1 and 5.2, RFC 8707 §2, RFC 7591 §3.2.2. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An OAuth request is refused; the code is what the client is told. */
export class OAuthError extends ColophonError {
  readonly error: OAuthErrorCode;

  constructor(error: OAuthErrorCode, description: string, status = 400) {
    super(status, error, description);
    this.error = error;
  }
}
