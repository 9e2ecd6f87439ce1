import { cleanText, shorten } from './clean-text.ts';

/** Characters of a stranger's words that a mail quotes. */
export const LONGEST_QUOTE = 300;

// A dot that a mail program takes for one of a host name, in any script: an address has letters after its last one.
const HOST_DOT = /(?<=[\p{L}\p{M}\p{N}-])\.(?=(?:[\p{L}\p{M}\p{N}-]+\.)*\p{L}[\p{L}\p{M}\p{N}-])/gu;
// What an address by number is made of: four numbers.
const NUMBERED = /(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}])/gu;
// The ideographic full stop parts the names of a host too (RFC 3490 §3.1); between ideographs alone it ends a sentence.
const IDEOGRAPHIC_DOT = /(?<=[a-z0-9-])\u3002(?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}\p{N}-])\u3002(?=[a-z0-9])/giu;
// A port: a time of day has no letters before it.
const PORT = /(?<=\p{L}[\p{L}\p{N}-]{0,62}):(?=\d{1,5}(?!\d))/gu;
const SCHEME = /:(?=\/\/)|(?<=mailto|tel|sms|javascript|data|xmpp|skype|whatsapp|tg|magnet|file|ftp|https?):/gi;

/**
 * Words of a stranger as a mail of ours may quote them: one paragraph, 300 characters at most, and with addresses broken up, so
 * that no mail program makes a link of one that we would seem to vouch for.
 *
 * @example
 * quoteWords('See https://evil.example or ada@evil.example'); // 'See https[:]//evil[.]example or ada[@]evil[.]example'
 */
export function quoteWords(words: string): string {
  const line = cleanText(words.slice(0, 20 * LONGEST_QUOTE))
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ');
  return shorten(line, LONGEST_QUOTE)
    .replaceAll(NUMBERED, (numbers) => numbers.replaceAll('.', '[.]'))
    .replaceAll(HOST_DOT, '[.]')
    .replaceAll(IDEOGRAPHIC_DOT, '[。]')
    .replaceAll('@', '[@]')
    .replaceAll(SCHEME, '[:]')
    .replaceAll(PORT, '[:]');
}
