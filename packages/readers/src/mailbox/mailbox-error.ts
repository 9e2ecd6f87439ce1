/** Why a mailbox is not read. */
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
 * What kept a mailbox from being read. It holds neither the password nor any word of the mail server: what a server says may
 * repeat what it was told.
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

/** What the library for IMAP threw, as one of ours: its own errors hold commands, and what the server answered. */
export function mailboxError(error: unknown, host: string): MailboxError {
  if (error instanceof MailboxError) return error;
  const { code, authenticationFailed, tlsFailed, name } = error as {
    code?: unknown;
    authenticationFailed?: boolean;
    tlsFailed?: boolean;
    name?: string;
  };
  const reason = ` (${typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : name})`;
  if (authenticationFailed === true) return new MailboxError('sign_in', `${host} refuses this user name or password.`);
  if (CERTIFICATE.test(reason)) return new MailboxError('certificate', `The certificate of ${host} does not hold${reason}.`);
  if (tlsFailed === true)
    return new MailboxError('not_secure', `${host} does not offer a secure connection; imaps:// makes one from the start.`);
  if (UNREACHABLE.has(String(code))) return new MailboxError('unreachable', `${host} cannot be reached${reason}.`);
  if (TOO_MUCH.has(String(code))) return new MailboxError('too_much', `${host} answers with more than is taken${reason}.`);
  return new MailboxError('connection_ended', `The connection to ${host} ended${reason}.`);
}
