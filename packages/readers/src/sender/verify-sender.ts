import { authenticate } from 'mailauth';
import { getDomain } from 'tldts';
import type { HeaderBlock, HeaderLine } from '../mail/header-block.ts';
import { senderOf } from '../mail/mail-address.ts';
import { normalAddress } from '../mail/normal-address.ts';
import { scanMail } from '../mail/scan-mail.ts';
import { Unreadable } from '../errors/reader-error.ts';
import { type MethodResult, type Relay, relayResults } from './authentication-results.ts';
import { askOverChannel } from './dns-channel.ts';
import { notAddressedToUs } from './letter-to-us.ts';
import { proofOf, type SenderVerdict, type SignatureVerdict } from './sender-verdict.ts';
import { signatureTags, weaknessOf } from './signature-tags.ts';

export interface VerifyInput {
  readonly mail: Uint8Array;
  /** The recipient's address: a signed mail to somebody else proves nothing here. */
  readonly recipient: string;
  /** The client that delivered the mail to our own listener; omitted for mail from a relay. */
  readonly remoteAddress?: string;
  readonly helo?: string;
  readonly envelopeFrom?: string;
  /** The relay whose Authentication-Results are trusted, if only that relay can deliver mail here. */
  readonly relay?: Relay;
  /** Default: now. */
  readonly now?: Date;
}

/** Verifies that a mail comes from the domain of its sender. Runs in a worker: see `SenderVerifier`. */
export async function verifySender(input: VerifyInput & { readonly channel: string }): Promise<SenderVerdict> {
  const block = scanMail(input.mail);
  const { lines } = block;
  const from = Buffer.from(lines.find(({ name }) => name === 'from')?.value ?? '', 'latin1').toString('utf8');
  const address = senderOrNull(from);
  if (address === null) return { proof: 'none', reason: 'ambiguous_sender', address, spf: 'none', dkim: [], dmarc: 'none', by: 'self' };
  const results = input.relay ? relayResults(lines, input.relay) : null;
  const verdict = results ? byRelay(lines, address, results) : await bySelf(block, address, input);
  if (verdict.proof === 'none') return verdict;
  const reason = block.isPlain ? notAddressedToUs(lines, { recipient: input.recipient, now: input.now ?? new Date() }) : 'unusual_headers';
  return reason === null ? verdict : { ...verdict, proof: 'none', reason };
}

async function bySelf(
  { lines, mail }: HeaderBlock,
  address: string,
  input: VerifyInput & { readonly channel: string },
): Promise<SenderVerdict> {
  const { spf, dkim, dmarc } = await authenticate(Buffer.from(mail.buffer, mail.byteOffset, mail.length), {
    strict: true,
    disableArc: true,
    disableBimi: true,
    mta: 'colophon.invalid',
    resolver: askOverChannel(input.channel),
    ...(input.remoteAddress !== undefined && { ip: input.remoteAddress }),
    ...(input.helo !== undefined && { helo: input.helo }),
    ...(input.envelopeFrom !== undefined && { sender: input.envelopeFrom }),
  });
  // Without signatures, the library returns one result with the status `none`.
  const rows = (dkim?.results ?? []).filter(({ signingDomain }) => signingDomain !== undefined).slice(0, 20);
  const domain = domainOf(address);
  const signatures = rows.map((row): SignatureVerdict => {
    const fields = (row.signingHeaders?.keys ?? '').split(':');
    const hasLength = (row as { canonBodyLengthLimited?: boolean }).canonBodyLengthLimited !== false;
    const signer = (row.signingDomain ?? '').toLowerCase();
    return {
      domain: signer,
      selector: row.selector ?? null,
      result: row.status.result,
      // Alignment is checked by DMARC's tree walk and by the public suffix list, because domains below a public suffix have
      // different owners.
      isAligned: typeof row.status.aligned === 'string' && isSameOrganization(signer, domain),
      weakness:
        row.status.result === 'pass'
          ? weaknessOf(lines, { fields, hasBodyLength: hasLength, isTesting: row.status.testing === true })
          : null,
    };
  });
  // The library parses the headers itself: if its result differs from ours, nothing is proved.
  const libraryFrom = dkim?.headerFrom ?? [];
  const parsedHeaders = (dkim as { headers?: { parsed: readonly { key: unknown }[] } } | undefined)?.headers?.parsed ?? [];
  const isSameHeaders =
    parsedHeaders.length === lines.length && lines.every(({ name }, index) => String(parsedHeaders[index]?.key) === name);
  const outcome = dmarc ? dmarc.status.result : 'none';
  let proof = proofOf(outcome, signatures);
  if (!isSameHeaders) proof = { proof: 'none', reason: 'unusual_headers' };
  else if (libraryFrom.length !== 1 || normalAddress(libraryFrom[0]) !== address) proof = { proof: 'none', reason: 'ambiguous_sender' };
  return { ...proof, address, spf: spf ? spf.status.result : 'none', dkim: signatures, dmarc: outcome, by: 'self' };
}

function byRelay(lines: readonly HeaderLine[], address: string, results: readonly MethodResult[]): SenderVerdict {
  const domain = domainOf(address);
  const resultOf = (method: string): MethodResult | undefined => results.find((each) => each.method === method);
  const dmarc = resultOf('dmarc');
  const isOfSender = dmarc?.properties.get('header.from')?.toLowerCase() === domain;
  const dkim = results
    .filter(({ method }) => method === 'dkim')
    .map(({ result, properties }): SignatureVerdict => {
      const signer = (properties.get('header.d') ?? properties.get('header.i')?.replace(/^.*@/, '') ?? '').toLowerCase();
      const isAligned = signer !== '' && isSameOrganization(signer, domain);
      const weakness = result === 'pass' ? weaknessOfSigner(lines, signer, properties.get('header.b')) : null;
      return { domain: signer, selector: properties.get('header.s') ?? null, result, isAligned, weakness };
    });
  const outcome = isOfSender ? (dmarc?.result ?? 'none') : 'none';
  return { ...proofOf(outcome, dkim), address, spf: resultOf('spf')?.result ?? 'none', dkim, dmarc: outcome, by: 'relay' };
}

/** The relay's results do not state what a signature covers, so the signature itself is read. If several match, the weakest counts. */
function weaknessOfSigner(lines: readonly HeaderLine[], signer: string, begins: string | undefined): SignatureVerdict['weakness'] {
  const signatures = lines
    .filter(({ name }) => name === 'dkim-signature')
    .map(({ value }) => signatureTags(value))
    .filter((tags) => tags.get('d')?.toLowerCase() === signer && (begins === undefined || tags.get('b')?.startsWith(begins) === true));
  if (signatures.length === 0) return 'not_covered';
  const weaknesses = signatures.map((tags) =>
    weaknessOf(lines, { fields: (tags.get('h') ?? '').split(':'), hasBodyLength: tags.has('l'), isTesting: false }),
  );
  return weaknesses.find((weakness) => weakness !== null) ?? null;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function isSameOrganization(a: string, b: string): boolean {
  return a === b || organization(a) === organization(b);
}

/** Returns the registered domain; a public suffix has none, and matches nothing. */
function organization(domain: string): string | symbol {
  return getDomain(domain, { allowPrivateDomains: true }) ?? Symbol(domain);
}

function senderOrNull(from: string): string | null {
  try {
    return senderOf(from).address;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
