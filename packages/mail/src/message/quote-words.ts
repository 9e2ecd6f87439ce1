import { cleanText, shorten } from './clean-text.ts';

/** Maximum number of quoted characters. */
export const LONGEST_QUOTE = 300;

// A dot that mail programs may take for part of a host name, in any script: followed by letters.
const HOST_DOT = /(?<=[\p{L}\p{M}\p{N}-])\.(?=(?:[\p{L}\p{M}\p{N}-]+\.)*\p{L}[\p{L}\p{M}\p{N}-])/gu;
// A numeric address: four numbers. More than four may contain one, wherever it begins.
const NUMBERED = /(?<![\p{L}\p{N}])\d{1,3}(?:\.\d{1,3}){3,}(?![\p{L}\p{N}])/gu;
// The ideographic full stop separates host name labels too (RFC 3490 §3.1); between ideographs alone it ends a sentence.
const IDEOGRAPHIC_DOT = /(?<=[a-z0-9-])\u3002(?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}\p{N}-])\u3002(?=[a-z0-9])/giu;
// A port: a time of day has no letters before it.
const PORT = /(?<=\p{L}[\p{L}\p{N}-]{0,62}):(?=\d{1,5}(?!\d))/gu;
const SCHEME = /:(?=\/\/)|(?<=mailto|tel|sms|javascript|data|xmpp|skype|whatsapp|tg|magnet|file|ftp|https?):/gi;

/**
 * Prepares text from outside for quoting: one paragraph, at most 300 characters, with addresses defanged, so
 * that no mail program turns them into links that we would seem to vouch for.
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
