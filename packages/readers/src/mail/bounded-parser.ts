import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { Unreadable } from '../errors/reader-error.ts';
import { cleanLine } from '../text/clean-line.ts';
import { HeaderCharset, readWithoutLabel } from './charsets.ts';
import { type BodyParts, bodyParts, leavesOf, type MailPart } from './mail-parts.ts';
import { type ContentDecoder, type MailFraming, PartBytes } from './part-bytes.ts';
import { decoderOf } from './transfer-encoding.ts';

const MAXIMUM_PARTS = 200;
const BOUNDS = { maxNestingDepth: 32, maxHeadersSize: 262_144, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;
const CR = 13;

/** The used part of the parser's tree, which it does not declare. */
interface Part extends MailPart {
  readonly state: 'body' | 'finished' | 'header';
  readonly contentTransferEncoding: { readonly encoding: string };
  readonly childNodes: readonly Part[];
  readonly parentNode?: Part;
  contentDecoder?: ContentDecoder | null;
  getTextContent(): string;
}
interface Internals {
  readonly root: Part;
  readonly av: Uint8Array;
  readonly attachments: Attachment[];
  currentNode: Part;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode(node: Part, alternative: Part | false, related: boolean): Promise<void>;
  collectAttachment(node: Part, content: ArrayBuffer, related: boolean, isTooDeep: boolean): void;
  isInlineTextNode(node: Part): boolean;
}

/** A parsed mail. */
export interface ParsedMail {
  readonly email: Email;
  /** The charsets declared by its parts. */
  readonly charsets: readonly string[];
  /** Whether bytes were read in a charset that the mail does not state, or do not belong to the stated one. */
  readonly isCharsetGuessed: boolean;
}

/**
 * Parses a mail. Limits apply to the parser's own parts, as it creates them: a separate scan would find
 * fewer in a mail that was crafted to mislead it. The parser rewrites line ends; here the content of a part is cut from the mail.
 *
 * @throws Unreadable `too_complex`
 */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const parser = new PostalMime(BOUNDS);
  const internals = parser as unknown as Internals;
  const charset = new HeaderCharset();
  boundLines(internals, charset);
  sortParts(internals, charset);
  try {
    const email = await parser.parse(bytes);
    const tree = partsOf(internals.root);
    if (tree.length > MAXIMUM_PARTS + 1) throw tooManyParts();
    const charsets = tree.flatMap((part) => part.contentType.parsed.params['charset'] ?? []);
    return { email, charsets, isCharsetGuessed: charset.isGuessed };
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('too_complex', `The mail cannot be parsed: ${cleanLine((error as Error).message, 200) ?? 'no reason given'}`);
  }
}

/** Counts the parts while the lines are read, reads headers in any charset, and cuts the content of parts from the mail. */
function boundLines(internals: Internals, charset: HeaderCharset): void {
  const processLine = internals.processLine.bind(internals);
  let [changes, current, lastEnd] = [0, internals.currentNode, 0];
  let framing: MailFraming | undefined;
  internals.processLine = (line, isFinal) => {
    const node = internals.currentNode;
    framing ??= { mail: internals.av, hasCrLf: false };
    const isBoundary = node !== current;
    const isHeader = node.state === 'header';
    // Of a boundary the end of the line before is meant: the parser changes the part when it has read it.
    if (isBoundary && framing.mail[lastEnd] === CR) framing.hasCrLf = true;
    lastEnd = line.byteOffset + line.length;
    if (isHeader && node !== internals.root && framing.mail[lastEnd] === CR) framing.hasCrLf = true;
    if (isBoundary) {
      current = node;
      // Each part is opened and at most once closed.
      if ((changes += 1) > 2 * MAXIMUM_PARTS) throw tooManyParts();
    }
    cutContent(node, framing);
    return processLine(isHeader ? charset.readHeader(line, { isOfPart: node !== internals.root }) : line, isFinal);
  };
}

/** Replaces the decoder of a part; that of base64, in which line ends mean nothing, stays. */
function cutContent(node: Part, framing: MailFraming): void {
  if (!node.contentDecoder || node.contentDecoder instanceof PartBytes) return;
  const decode = decoderOf(node.contentTransferEncoding.encoding);
  if (decode) node.contentDecoder = new PartBytes(framing, decode, () => node.childNodes.length > 0);
}

/** Determines which parts are the text of the mail, and returns the others as attachments with the bytes that were sent. */
function sortParts(internals: Internals, charset: HeaderCharset): void {
  const collectNode = internals.collectNode.bind(internals);
  const collectAttachment = internals.collectAttachment.bind(internals);
  const isInlineText = internals.isInlineTextNode.bind(internals);
  let body: BodyParts = { texts: new Set(), file: undefined };
  internals.collectNode = async (node, alternative, related) => {
    if (node === internals.root) {
      readBrokenMultiparts(internals.root);
      body = bodyParts(internals.root, (part) => isInlineText(part as Part));
    }
    await collectNode(node, alternative, related);
  };
  internals.isInlineTextNode = (node) => {
    if (!isInlineText(node) || !body.texts.has(node)) return false;
    readWithoutLabel(node, charset);
    if (node === body.file && node.content) collectExactly(node, node.content, false, false);
    return true;
  };
  const collectExactly: Internals['collectAttachment'] = (node, content, ...more) => {
    collectAttachment(node, content, ...more);
    const attachment = internals.attachments.at(-1);
    // The parser rewrites calendars.
    if (attachment) attachment.content = content;
  };
  internals.collectAttachment = collectExactly;
}

/** A multipart without parts has no boundary, or a wrong one: what it contains is text. */
function readBrokenMultiparts(root: Part): void {
  for (const node of leavesOf(root)) {
    if (!node.contentType.multipart) continue;
    const { charset } = node.contentType.parsed.params;
    node.contentType.parsed = { value: 'text/plain', params: charset === undefined ? {} : { charset } };
    node.contentType.multipart = false;
  }
}

function partsOf(part: Part): Part[] {
  return [part, ...part.childNodes.flatMap(partsOf)];
}

function tooManyParts(): Unreadable {
  return new Unreadable('too_complex', `The mail has more than ${MAXIMUM_PARTS} parts.`);
}
