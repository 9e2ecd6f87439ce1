import { SIGNED_ACCOUNT_FORMAT, SIGNED_EDITION_FORMAT } from '@colophon/contract';
import { type GivenBytes, type Material, MaterialError, MAXIMUM_BYTES, MAXIMUM_DATA } from './material.ts';
import { readPage } from './read-page.ts';

/**
 * Reads what a reader gave, and adds it to what is there: an account or keys as JSON, the JWS of an account, a saved page, a picture.
 *
 * @throws MaterialError if it is none of these
 */
export function addFile(material: Material, file: GivenBytes): Material {
  if (file.bytes.length > MAXIMUM_BYTES) throw new MaterialError(`${nameOf(file)} is larger than ${MAXIMUM_BYTES / 1_000_000} MB.`);
  const text = textOf(file.bytes);
  if (text === undefined || text.includes('\0')) return { ...material, pictures: [...(material.pictures ?? []), file] };
  const added = addData(material, text, nameOf(file)) ?? (/^\s*</.test(text) ? addPage(material, text, file) : undefined);
  return added ?? { ...material, printed: text };
}

/** Reads a pasted text: an account, or the words of a printed page. @throws MaterialError if it is empty */
export function addText(material: Material, text: string): Material {
  if (text.trim() === '') throw new MaterialError('Paste the text of a printed page, or an account, first.');
  return addData(material, text, 'The text') ?? { ...material, printed: text };
}

function addPage(material: Material, html: string, file: GivenBytes): Material {
  // A drawing is a picture in the form of a text.
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg[\s>]/i.test(html))
    return { ...material, pictures: [...(material.pictures ?? []), file] };
  const { marked, account, keys, pictures } = readPage(html);
  if (account === undefined && material.account === undefined)
    throw new MaterialError(`${nameOf(file)} holds no signed account: give the account of the piece first, or together with the page.`);
  return {
    ...material,
    page: marked,
    pictures: [...(material.pictures ?? []), ...pictures],
    ...(account === undefined ? {} : { account }),
    ...(keys === undefined || material.keys !== undefined ? {} : { keys: { from: 'account', value: keys } }),
  };
}

/** Undefined if the text is neither JSON nor a JWS. @throws MaterialError if it is JSON, and neither an account nor keys */
function addData(material: Material, text: string, name: string): Material | undefined {
  const trimmed = text.trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) return { ...material, account: trimmed };
  if (!/^[[{"]/.test(trimmed)) return undefined;
  const value = parsed(trimmed);
  if (value === undefined) return undefined;
  if (text.length > MAXIMUM_DATA) throw new MaterialError(`${name} is too large to be an account or keys.`);
  const { format, keys, status, title } = Object(value) as Readonly<Record<string, unknown>>;
  if (format === SIGNED_ACCOUNT_FORMAT || format === SIGNED_EDITION_FORMAT) return { ...material, account: value };
  if (Array.isArray(keys)) return { ...material, keys: { from: 'reader', value } };
  const problem =
    typeof status === 'number' && typeof title === 'string' ? ` It is an error response: ${status} ${title.slice(0, 100)}.` : '';
  throw new MaterialError(`${name} is neither a signed account nor keys.${problem}`);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function nameOf({ name }: GivenBytes): string {
  return name.slice(0, 100) || 'The file';
}
