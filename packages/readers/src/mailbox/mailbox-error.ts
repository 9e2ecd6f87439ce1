/** The reasons why a mailbox is not read. */
export type MailboxErrorCode =
  | 'certificate'
  | 'connection_ended'
  | 'folder'
  | 'not_installed'
  | 'not_moved'
  | 'not_secure'
  | 'read_only'
  | 'sign_in'
  | 'too_much'
  | 'unreachable';

/**
 * The error of a mailbox. It contains neither the password nor any reply of the mail server, because a reply may
 * repeat the input.
 */
export class MailboxError extends Error {
  readonly code: MailboxErrorCode;

  constructor(code: MailboxErrorCode, message: string) {
    super(message);
    this.name = 'MailboxError';
    this.code = code;
  }
}

const TOO_MUCH = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyResponses', 'TooManyTokens']);
const UNREACHABLE = new Set([
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'GREETING_TIMEOUT',
]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;

/** Converts an error of the IMAP library, which may contain commands and replies of the server. */
export function mailboxError(error: unknown, host: string): MailboxError {
  if (error instanceof MailboxError) return error;
  const { code, authenticationFailed, tlsFailed, name } = error as {
    code?: unknown;
    authenticationFailed?: boolean;
    tlsFailed?: boolean;
    name?: string;
  };
  const reason = ` (${typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : name})`;
  if (authenticationFailed === true) return new MailboxError('sign_in', `${host} rejected the user name or the password.`);
  if (CERTIFICATE.test(reason)) return new MailboxError('certificate', `The certificate of ${host} is not valid${reason}.`);
  if (tlsFailed === true) return new MailboxError('not_secure', `${host} does not offer STARTTLS; use imaps://.`);
  if (UNREACHABLE.has(String(code))) return new MailboxError('unreachable', `${host} cannot be reached${reason}.`);
  if (TOO_MUCH.has(String(code))) return new MailboxError('too_much', `${host} sent more than is accepted${reason}.`);
  return new MailboxError('connection_ended', `The connection to ${host} ended${reason}.`);
}
