import type { HeaderLine } from '../mail/header-block.ts';
import type { SignatureWeakness } from './sender-verdict.ts';

/** What a signature must cover as often as the mail has it: what is added later would be read instead. */
const COVERED = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'content-type', 'content-transfer-encoding'];

/** How a signature was made. */
export interface Signed {
  /** Names that it covers, as its `h=` has them: with repetitions. */
  readonly fields: readonly string[];
  readonly hasBodyLength: boolean;
  readonly isTesting: boolean;
}

/** The tags of a DKIM-Signature (RFC 6376 §3.2); of a tag that comes twice the first. */
export function signatureTags(value: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const tag of value.split(';')) {
    const equals = tag.indexOf('=');
    const name = tag.slice(0, equals).trim();
    if (equals > 0 && !tags.has(name)) tags.set(name, tag.slice(equals + 1).replaceAll(/\s+/g, ''));
  }
  return tags;
}

/** What makes a signature worthless as a proof although it is valid. */
export function weaknessOf(lines: readonly HeaderLine[], { fields, hasBodyLength, isTesting }: Signed): SignatureWeakness | null {
  if (hasBodyLength) return 'body_length';
  const count = (names: readonly string[], wanted: string): number => names.filter((name) => name.trim().toLowerCase() === wanted).length;
  const names = lines.map(({ name }) => name);
  if (COVERED.some((name) => count(fields, name) < count(names, name))) return 'not_covered';
  return isTesting ? 'testing' : null;
}
