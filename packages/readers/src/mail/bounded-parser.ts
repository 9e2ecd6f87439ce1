import PostalMime, { type Email } from 'postal-mime';
import { Unreadable } from '../reader-error.ts';
import { cleanLine } from '../text/clean-line.ts';
import { type ContentDecoder, GatheringDecoder } from './gathering-decoder.ts';

const MAXIMUM_PARTS = 200;
const BOUNDS = { maxNestingDepth: 32, maxHeadersSize: 262_144, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;

/** The used part of the parser's tree, which it does not declare. */
interface Part {
  readonly contentType: { readonly parsed: { readonly params: Readonly<Record<string, string>> } };
  readonly childNodes: readonly Part[];
}
interface Internals {
  readonly root: Part;
  currentNode: { contentDecoder?: (ContentDecoder & { readonly chunks?: unknown[]; readonly maxChunkSize?: number }) | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/**
 * Parses a mail. Limits apply to the parser's own parts, as it creates them: a separate scan would find
 * fewer in a mail that was crafted to mislead it.
 *
 * @returns the mail, and the charsets declared by its parts
 * @throws Unreadable `too_complex`
 */
export async function parseMail(bytes: Uint8Array): Promise<{ email: Email; charsets: readonly string[] }> {
  const parser = new PostalMime(BOUNDS);
  const internals = parser as unknown as Internals;
  const processLine = internals.processLine.bind(parser);
  let [changes, current] = [0, internals.currentNode];
  internals.processLine = (line, isFinal) => {
    if (internals.currentNode !== current) {
      current = internals.currentNode;
      // Each part is opened and at most once closed.
      if ((changes += 1) > 2 * MAXIMUM_PARTS) throw tooManyParts();
    }
    gatherPlainLines(current);
    return processLine(line, isFinal);
  };
  try {
    const email = await parser.parse(bytes);
    const tree = partsOf(internals.root);
    if (tree.length > MAXIMUM_PARTS + 1) throw tooManyParts();
    return { email, charsets: tree.flatMap((part) => part.contentType.parsed.params['charset'] ?? []) };
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('too_complex', `The mail cannot be parsed: ${cleanLine((error as Error).message, 200) ?? 'no reason given'}`);
  }
}

/** Replaces the slow decoder of parts without a transfer encoding, which is the only one that has chunks but no chunk size. */
function gatherPlainLines(node: Internals['currentNode']): void {
  const decoder = node.contentDecoder;
  if (decoder?.chunks?.length === 0 && decoder.maxChunkSize === undefined) node.contentDecoder = new GatheringDecoder();
}

function partsOf(part: Part): Part[] {
  return [part, ...part.childNodes.flatMap(partsOf)];
}

function tooManyParts(): Unreadable {
  return new Unreadable('too_complex', `The mail has more than ${MAXIMUM_PARTS} parts.`);
}
