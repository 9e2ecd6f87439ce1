import { Buffer } from 'node:buffer';

/** A text may be encoded three times; deeper encodings are not considered. */
const ROUNDS = 3;

/**
 * Returns a text together with its decodings of common encodings in which text can be hidden: HTML entities and tags, percent encoding,
 * JSON escapes, base64 and hexadecimal digits.
 */
export function decodings(text: string): string[] {
  const found = new Set([text]);
  let latest = [text];
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = latest.flatMap((each) => DECODERS.map((decode) => decode(each))).filter((each) => !found.has(each));
    for (const each of next) found.add(each);
    latest = [...new Set(next)];
  }
  return [...found];
}

const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', colon: ':', comma: ',', lbrace: '{' };

const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));?/gi, (whole, hex?: string, decimal?: string, name?: string) =>
      name === undefined
        ? character(Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16), whole)
        : (NAMED[name.toLowerCase()] ?? whole),
    ),
  (text) => text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (whole) => utf8(Buffer.from(whole.replaceAll('%', ''), 'hex'), whole)),
  (text) =>
    text.replaceAll(/\\+(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (whole, ...codes: (string | undefined)[]) =>
      character(Number.parseInt(codes.slice(0, 3).join(''), 16), whole),
    ),
  (text) => text.replaceAll(/[\w+/-]{16,}={0,2}/g, (whole) => utf8(Buffer.from(whole, 'base64'), whole)),
  (text) => text.replaceAll(/<[^<>]{1,1000}>/g, ''),
  (text) =>
    text.replaceAll(/(?:[0-9a-f]{2}[\s:,]?){8,}/gi, (whole) => utf8(Buffer.from(whole.replaceAll(/[^0-9a-f]/gi, ''), 'hex'), whole)),
];

function character(code: number, otherwise: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns bytes as text if they are readable text. */
function utf8(bytes: Uint8Array, otherwise: string): string {
  try {
    const text = decoder.decode(bytes);
    return /[^\P{Cc}\s]/u.test(text) ? otherwise : text;
  } catch {
    return otherwise;
  }
}
