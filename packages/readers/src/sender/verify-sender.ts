import { authenticate } from 'mailauth';
import { getDomain } from 'tldts';
import type { HeaderBlock, HeaderLine } from '../mail/header-block.ts';
import { senderOf } from '../mail/mail-address.ts';
import { normalAddress } from '../mail/normal-address.ts';
import { scanMail } from '../mail/scan-mail.ts';
import { Unreadable } from '../reader-error.ts';
import { type MethodResult, type Relay, relayResults } from './authentication-results.ts';
import { askOverChannel } from './dns-channel.ts';
import { notToUs } from './letter-to-us.ts';
import { proofOf, type SenderVerdict, type SignatureVerdict } from './sender-verdict.ts';
import { signatureTags, weaknessOf } from './signature-tags.ts';

export interface VerifyInput {
  readonly mail: Uint8Array;
  /** The address that it was handed in for: a signed mail to somebody else proves nothing here. */
  readonly recipient: string;
  /** Who handed the mail in, as our own listener saw it; what came by a relay has none. */
  readonly remoteAddress?: string;
  readonly helo?: string;
  readonly envelopeFrom?: string;
  /** Whose Authentication-Results are believed, where the mail came from it by a way that nobody else has. */
  readonly relay?: Relay;
  /** Default: now. */
  readonly now?: Date;
}

/** Finds out whether a mail comes from the domain that it says. Runs in a worker: see `SenderVerifier`. */
export async function verifySender(input: VerifyInput & { readonly channel: string }): Promise<SenderVerdict> {
  const block = scanMail(input.mail);
  const { lines } = block;
  const from = Buffer.from(lines.find(({ name }) => name === 'from')?.value ?? '', 'latin1').toString('utf8');
  const address = senderOrNull(from);
  if (address === null) return { proof: 'none', reason: 'ambiguous_sender', address, spf: 'none', dkim: [], dmarc: 'none', by: 'self' };
  const results = input.relay ? relayResults(lines, input.relay) : null;
  const verdict = results ? byRelay(lines, address, results) : await bySelf(block, address, input);
  if (verdict.proof === 'none') return verdict;
  const reason = block.isPlain ? notToUs(lines, { recipient: input.recipient, now: input.now ?? new Date() }) : 'unusual_headers';
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
  // Without a signature there is one row that says so.
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
      // By DMARC's own walk, and by the list of public suffixes: names below one that is sold belong to different people.
      isAligned: typeof row.status.aligned === 'string' && isSameOrganization(signer, domain),
      weakness:
        row.status.result === 'pass'
          ? weaknessOf(lines, { fields, hasBodyLength: hasLength, isTesting: row.status.testing === true })
          : null,
    };
  });
  // Another parser than ours read the headers here: where the two do not agree, nothing is proved.
  const seen = dkim?.headerFrom ?? [];
  const read = (dkim as { headers?: { parsed: readonly { key: unknown }[] } } | undefined)?.headers?.parsed ?? [];
  const isSameHeaders = read.length === lines.length && lines.every(({ name }, index) => String(read[index]?.key) === name);
  const outcome = dmarc ? dmarc.status.result : 'none';
  let proof = proofOf(outcome, signatures);
  if (!isSameHeaders) proof = { proof: 'none', reason: 'unusual_headers' };
  else if (seen.length !== 1 || normalAddress(seen[0]) !== address) proof = { proof: 'none', reason: 'ambiguous_sender' };
  return { ...proof, address, spf: spf ? spf.status.result : 'none', dkim: signatures, dmarc: outcome, by: 'self' };
}

function byRelay(lines: readonly HeaderLine[], address: string, results: readonly MethodResult[]): SenderVerdict {
  const domain = domainOf(address);
  const said = (method: string): MethodResult | undefined => results.find((each) => each.method === method);
  const dmarc = said('dmarc');
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
  return { ...proofOf(outcome, dkim), address, spf: said('spf')?.result ?? 'none', dkim, dmarc: outcome, by: 'relay' };
}

/** The relay does not say what a signature covers: the signature itself does. Of several that it could be, the weakest counts. */
function weaknessOfSigner(lines: readonly HeaderLine[], signer: string, begins: string | undefined): SignatureVerdict['weakness'] {
  const signatures = lines
    .filter(({ name }) => name === 'dkim-signature')
    .map(({ value }) => signatureTags(value))
    .filter((tags) => tags.get('d')?.toLowerCase() === signer && (begins === undefined || tags.get('b')?.startsWith(begins) === true));
  if (signatures.length === 0) return 'not_covered';
  const found = signatures.map((tags) =>
    weaknessOf(lines, { fields: (tags.get('h') ?? '').split(':'), hasBodyLength: tags.has('l'), isTesting: false }),
  );
  return found.find((weakness) => weakness !== null) ?? null;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function isSameOrganization(one: string, other: string): boolean {
  return one === other || organization(one) === organization(other);
}

/** The registered domain; a public suffix is nobody's, and equals nothing. */
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
