/** The value of `Accept-Encoding`: what `answers/decode-body.ts` decompresses. */
export const ENCODINGS = 'gzip, br, zstd, deflate';
