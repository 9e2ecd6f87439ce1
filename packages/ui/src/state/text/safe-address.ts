/** Characters that browsers remove from an address before parsing it; they must not affect the check of the scheme. */
// oxlint-disable-next-line no-control-regex -- exactly these are ignored by the URL standard
const IGNORED = /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const PICTURE_DATA = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/** Returns an address that is safe for a link: http, https, mailto, tel or relative; null for any other, which could run code. */
export function safeLinkAddress(address: string | null | undefined): string | null {
  const plain = plainAddress(address);
  if (plain === null) return null;
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase();
  return scheme === undefined || LINK_SCHEMES.has(scheme) ? plain : null;
}

/** Returns an address that is safe for a picture: http, https, blob, relative, or a data URL of a bitmap; null for any other. */
export function safePictureAddress(address: string | null | undefined): string | null {
  const plain = plainAddress(address);
  if (plain === null) return null;
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase();
  if (scheme === 'data') return PICTURE_DATA.test(plain) ? plain : null;
  return scheme === undefined || scheme === 'http' || scheme === 'https' || scheme === 'blob' ? plain : null;
}

/** Returns the pictures of a `srcset`; null if one of them is not safe. */
export function safePictureSet(set: string | null | undefined): string | null {
  if (set === null || set === undefined) return null;
  const addresses = set.split(',').map((candidate) => candidate.trim().split(/\s+/)[0] ?? '');
  return addresses.every((address) => safePictureAddress(address) !== null && !/^\s*(?:data|blob):/i.test(address)) ? set : null;
}

function plainAddress(address: string | null | undefined): string | null {
  if (typeof address !== 'string') return null;
  const plain = address.replaceAll(IGNORED, '');
  return plain === '' ? null : plain;
}
