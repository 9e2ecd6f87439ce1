const WORDPRESS = /^https?:\/\/wordpress\.org\/export\/(\d+\.\d+)\/$/;
const EXCERPT = /^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/$/;
const CONTENT = /^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/;
const DUBLIN_CORE = /^https?:\/\/purl\.org\/dc\/elements\/1\.1\/$/;

/** The versions of the format that are read. */
export const WXR_VERSIONS: readonly string[] = ['1.0', '1.1', '1.2'];

/** An element by what its namespace means, whatever prefix the file gives it. */
export interface WxrName {
  /** `wp:post_id`, `content:encoded`, `title`; undefined for an element of a namespace that is none of the format. */
  readonly name: string | undefined;
  /** The version of the format, told by the namespace of WordPress. */
  readonly version: string | undefined;
}

/** Names an element by the address of its namespace. */
export function wxrName(uri: string, local: string): WxrName {
  if (uri === '') return { name: local, version: undefined };
  const version = WORDPRESS.exec(uri)?.[1];
  if (version !== undefined) return { name: `wp:${local}`, version };
  const prefix = EXCERPT.test(uri) ? 'excerpt' : CONTENT.test(uri) ? 'content' : DUBLIN_CORE.test(uri) ? 'dc' : undefined;
  return { name: prefix && `${prefix}:${local}`, version: undefined };
}
