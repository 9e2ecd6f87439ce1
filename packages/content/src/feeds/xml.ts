/** A text as XML 1.0 takes it, in an element or in an attribute: characters that it knows no way to write are left out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** An element with text in it; nothing where there is no text. */
export function xmlElement(name: string, text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name.split(' ')[0]}>`;
}
