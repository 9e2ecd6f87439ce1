/**
 * Returns the `If-Match` value for a change: from the `rev` of a record, or its ETag.
 *
 * @throws TypeError for anything else, so that a change is never sent without its condition
 */
export function ifMatchHeader(version: number | string): string {
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return `"${version}"`;
  if (typeof version === 'string' && (/^(W\/)?"[^"]*"$/.test(version) || version === '*')) return version;
  throw new TypeError(`ifMatch must be a rev or an ETag, not ${JSON.stringify(version)}.`);
}

/** Returns the revision in an ETag: `"3-hash"` and `"3"` are of revision 3. */
export function revOfEtag(etag: string | null): number | undefined {
  const rev = /^(?:W\/)?"(\d+)(?:-[^"]*)?"$/.exec(etag ?? '')?.[1];
  return rev === undefined ? undefined : Number(rev);
}
