import { normalizeEmail } from '../../text/email.ts';
import { shownText } from '../../text/shown-text.ts';
import { hashToken } from '../../tokens/token-format.ts';
import { OidcRefusedError } from './oidc-errors.ts';

/** The validated claims of a provider about a user. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case, and only if the provider says that it has verified it. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  readonly groups: readonly string[];
  /** The session at the provider, by which it can end the one here. */
  readonly providerSession: string | null;
  /** When the user authenticated at the provider (`auth_time`); null if it does not tell. */
  readonly authenticatedAt: Date | null;
}

type Claims = Readonly<Record<string, unknown>>;

/** The maximum length of a subject (OpenID Connect Core §2), also used for sessions of providers. */
const LONGEST_IDENTIFIER = 255;

/**
 * Reads the claims of a provider. Subject, session and authentication time come from the ID token only. Claims that userinfo may contain
 * too are each taken completely from one source: the ID token first, which is signed.
 *
 * @throws OidcRefusedError for an invalid subject
 */
export function readClaims(
  idToken: Claims,
  userinfo: Claims,
  { groupsClaim = 'groups' }: { groupsClaim?: string | undefined },
): ProviderClaims {
  const { iss, sub, sid, auth_time: authTime } = idToken;
  if (!isSubject(sub)) throw new OidcRefusedError();
  const groups = idToken[groupsClaim] ?? userinfo[groupsClaim];
  const name = idToken['name'] ?? userinfo['name'];
  return {
    issuer: String(iss),
    subject: sub,
    verifiedEmail: verifiedEmailOf([idToken, userinfo]),
    name: typeof name === 'string' ? shownText(name) : null,
    groups: Array.isArray(groups) ? groups.filter((each) => typeof each === 'string') : [],
    providerSession: providerSessionOf(sid),
    authenticatedAt: dateOf(authTime),
  };
}

/** Whether this is a valid subject. */
export function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && sub !== '' && sub.length <= LONGEST_IDENTIFIER;
}

/** A session at a provider as it is stored and compared; null if none is named. */
export function providerSessionOf(sid: unknown): string | null {
  if (typeof sid !== 'string' || sid === '') return null;
  return sid.length <= LONGEST_IDENTIFIER ? sid : hashToken(`provider session ${sid}`);
}

/**
 * The address that the provider has verified. `email` and `email_verified` count only as a pair from one source, since each source
 * describes only its own address. Sources that contradict each other verify nothing.
 */
function verifiedEmailOf(sources: readonly Claims[]): string | null {
  const pairs = sources
    .map(({ email, email_verified: isVerified }) => ({ email, isVerified }))
    .filter(({ email }) => email !== undefined && email !== null);
  const addresses = new Set(pairs.map(({ email }) => (typeof email === 'string' ? normalizeEmail(email) : '')));
  const isDenied = pairs.some(({ isVerified }) => isVerified !== undefined && isVerified !== true);
  const isVerified = pairs.some((pair) => pair.isVerified === true);
  const [address = ''] = addresses;
  return addresses.size === 1 && address !== '' && isVerified && !isDenied ? address : null;
}

/** The maximum timestamp of a `Date`. */
const LAST_TIME = 8.64e15;

function dateOf(seconds: unknown): Date | null {
  return typeof seconds === 'number' && Math.abs(seconds) * 1000 <= LAST_TIME ? new Date(seconds * 1000) : null;
}
