/**
 * Returns the `Content-Disposition` of a file (RFC 6266): the name in ASCII for old clients, and in full (RFC 8187) if ASCII would lose
 * something.
 *
 * @example
 * contentDisposition('attachment', 'Äpfel.pdf'); // attachment; filename="_pfel.pdf"; filename*=UTF-8''%C3%84pfel.pdf
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const wellFormed = name.toWellFormed();
  // Some clients interpret a percent sign as an escape.
  const plain = wellFormed.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const full = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${full}`}`;
}
