import {
  DER_TAG,
  derBoolean,
  derInteger,
  derNull,
  derObjectIdentifier,
  derOctetString,
  DerReader,
  derSequence,
  readDerSequence,
} from '@colophon/contract/der';
import { digest, type HashName } from '../bytes/digest.ts';
import { HASH_IDENTIFIERS } from '../certificates/algorithms.ts';
import { TimeStampError } from './time-stamp-error.ts';
import { asTimeStampError, MAXIMUM_TIME_STAMP } from './verify-time-stamp.ts';

/** What a time stamp authority is sent with `Content-Type: application/timestamp-query` (RFC 3161 §3.4). */
export interface TimeStampRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  /** What the answer must repeat, see {@link VerifyTimeStampOptions}. */
  readonly nonce: bigint;
}

export interface TimeStampRequestOptions {
  /** Defaults to SHA-256. */
  readonly hash?: HashName;
  /** The identifier of the policy that is asked for; the authority's own without it. */
  readonly policy?: string;
}

/**
 * Writes a request for a time stamp (RFC 3161 §2.4.1), which asks for the certificates as well. The authority learns the hash of the data
 * alone.
 */
export async function makeTimeStampRequest(
  data: Uint8Array,
  { hash = 'SHA-256', policy }: TimeStampRequestOptions = {},
): Promise<TimeStampRequest> {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  const nonce = BigInt.asUintN(63, random);
  const algorithm = derSequence(derObjectIdentifier(HASH_IDENTIFIERS[hash]), derNull());
  const body = derSequence(
    derInteger(1),
    derSequence(algorithm, derOctetString(await digest(hash, data))),
    ...(policy === undefined ? [] : [derObjectIdentifier(policy)]),
    derInteger(nonce),
    derBoolean(true),
  );
  return { body, nonce };
}

/** What an authority says when it stamps nothing (RFC 3161 §2.4.2, PKIFailureInfo), by the number of the bit. */
const FAILURES: ReadonlyMap<number, string> = new Map([
  [0, 'it does not know the hash algorithm'],
  [2, 'it does not allow the request'],
  [5, 'it cannot read the request'],
  [14, 'its clock is not available'],
  [15, 'it does not have the policy'],
  [16, 'it does not have the extension'],
  [17, 'it does not have the further information'],
  [25, 'it has failed'],
]);

/**
 * Takes the token out of the answer of a time stamp authority (RFC 3161 §2.4.2, TimeStampResp). Nothing about it is verified.
 *
 * @throws TimeStampError `refused_by_authority` with the reason that it gives, `malformed`
 */
export async function readTimeStampResponse(response: Uint8Array): Promise<Uint8Array> {
  if (response.length > MAXIMUM_TIME_STAMP)
    throw new TimeStampError('malformed', `The answer of the time stamp authority has more than ${MAXIMUM_TIME_STAMP} bytes.`);
  return asTimeStampError(() => {
    const reader = readDerSequence(response);
    const status = reader.sequence();
    const code = status.count();
    const texts = status.optional(DER_TAG.sequence);
    const failure = status.optional(DER_TAG.bitString);
    status.end();
    // Granted, or granted with changes.
    if (code > 1) {
      const reason = failure ? failureOf(new DerReader(failure.bytes)) : undefined;
      const said = texts ? textsOf(new DerReader(texts.content)) : '';
      throw new TimeStampError(
        'refused_by_authority',
        `The time stamp authority refuses: ${[reason, said && `“${said}”`].filter(Boolean).join(', ') || `status ${code}`}.`,
      );
    }
    const token = reader.element(DER_TAG.sequence).bytes;
    reader.end();
    return token;
  });
}

function failureOf(reader: DerReader): string | undefined {
  const { octets } = reader.bitString();
  for (const [bit, text] of FAILURES) if (((octets[Math.floor(bit / 8)] ?? 0) & (0x80 >> (bit % 8))) !== 0) return text;
  return undefined;
}

function textsOf(reader: DerReader): string {
  const texts: string[] = [];
  while (!reader.isDone) texts.push(new TextDecoder().decode(reader.element(DER_TAG.utf8String).content.subarray(0, 500)));
  return texts
    .join(' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, 500);
}
