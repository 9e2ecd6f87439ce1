/** Creates a mail with these header lines and this body. Line ends become CR LF; characters beyond Latin-1 must already be encoded. */
export function makeMail(headers: readonly string[], body = ''): Buffer {
  return Buffer.from(`${headers.join('\n')}\n\n${body}`.replaceAll(/\r?\n/g, '\r\n'), 'latin1');
}

export const FROM = 'From: Ada Lund <ada@letters.example>';

/** Creates a mail with several parts, each with its own headers. */
export function makeMultipart(parts: readonly string[], type = 'mixed', headers: readonly string[] = [FROM]): Buffer {
  const body = `${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;
  return makeMail([...headers, `Content-Type: multipart/${type}; boundary=b`], body);
}
