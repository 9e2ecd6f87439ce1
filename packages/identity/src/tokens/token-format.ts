import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The kind of a token: `api` tokens are created by an operator, `cli` ones by a device login, `agent` ones by the consent of a person; a
 * `refresh` token is exchanged for the next one of an agent, and gives no access itself.
 */
export type TokenKind = 'api' | 'cli' | 'agent' | 'refresh';

const PREFIXES = { api: 'colophon_', cli: 'colophon_cli_', agent: 'colophon_agt_', refresh: 'colophon_rft_' } as const satisfies Record<
  TokenKind,
  string
>;
const SECRET_BYTES = 32;
const SHOWN_OF_SECRET = 4;

// Fixed lengths distinguish them although a secret may contain underscores itself.
const FORMATS = {
  api: /^colophon_[A-Za-z0-9_-]{43}_[0-9a-z]{7}$/,
  cli: /^colophon_cli_[A-Za-z0-9_-]{43}_[0-9a-z]{7}$/,
  agent: /^colophon_agt_[A-Za-z0-9_-]{43}_[0-9a-z]{7}$/,
  refresh: /^colophon_rft_[A-Za-z0-9_-]{43}_[0-9a-z]{7}$/,
} as const satisfies Record<TokenKind, RegExp>;

const KINDS = Object.keys(FORMATS) as TokenKind[];

/** A bearer token as it is handed out, once, and the parts of it that may be stored. */
export interface MintedToken {
  /** The secret itself; shown once and stored nowhere. */
  readonly token: string;
  /** SHA-256 of the token in hexadecimal: the stored and indexed form. */
  readonly hash: string;
  /** The beginning, by which a person recognizes it. */
  readonly prefix: string;
}

/**
 * Creates a bearer token: `colophon_<43 characters base64url>_<checksum>`.
 *
 * The fixed prefix lets secret scanners find a leaked token; the checksum (CRC-32 of the part before it, base 36) distinguishes a typo from
 * a revoked token without a database read. The secret has 256 bits, so its plain SHA-256 needs neither salt nor stretching.
 *
 * @param secret 32 unpredictable bytes; random unless given
 */
export function mintToken(kind: TokenKind, secret: Buffer = randomBytes(SECRET_BYTES)): MintedToken {
  const body = `${PREFIXES[kind]}${secret.toString('base64url')}`;
  const token = `${body}_${checksum(body)}`;
  return { token, hash: hashToken(token), prefix: token.slice(0, PREFIXES[kind].length + SHOWN_OF_SECRET) };
}

/** The kind of a well-formed token; undefined for anything else, which needs no database read. */
export function tokenKind(token: string): TokenKind | undefined {
  const kind = KINDS.find((each) => FORMATS[each].test(token));
  if (!kind) return undefined;
  const cut = token.lastIndexOf('_');
  return checksum(token.slice(0, cut)) === token.slice(cut + 1) ? kind : undefined;
}

/** SHA-256 in hexadecimal: the only form in which secrets of 256 bits are stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, '0');
}
