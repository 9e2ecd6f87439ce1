import type { HeaderLine } from '../mail/header-block.ts';
import type { SignatureWeakness } from './sender-verdict.ts';

/** Headers that a signature must cover as often as they occur, because a header added later would be read instead. */
const COVERED = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'content-type', 'content-transfer-encoding'];

/** The relevant tags of a signature. */
export interface Signed {
  /** The names in `h=` that it covers, with repetitions. */
  readonly fields: readonly string[];
  readonly hasBodyLength: boolean;
  readonly isTesting: boolean;
}

/** The tags of a DKIM-Signature (RFC 6376 §3.2); of duplicate tags the first. */
export function signatureTags(value: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const tag of value.split(';')) {
    const equals = tag.indexOf('=');
    const name = tag.slice(0, equals).trim();
    if (equals > 0 && !tags.has(name)) tags.set(name, tag.slice(equals + 1).replaceAll(/\s+/g, ''));
  }
  return tags;
}

/** Returns why a valid signature is not a proof. */
export function weaknessOf(lines: readonly HeaderLine[], { fields, hasBodyLength, isTesting }: Signed): SignatureWeakness | null {
  if (hasBodyLength) return 'body_length';
  const count = (names: readonly string[], header: string): number => names.filter((name) => name.trim().toLowerCase() === header).length;
  const names = lines.map(({ name }) => name);
  if (COVERED.some((name) => count(fields, name) < count(names, name))) return 'not_covered';
  return isTesting ? 'testing' : null;
}
