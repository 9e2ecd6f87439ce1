const WORDPRESS = /^https?:\/\/wordpress\.org\/export\/(\d+\.\d+)\/$/;
const EXCERPT = /^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/$/;
const CONTENT = /^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/;
const DUBLIN_CORE = /^https?:\/\/purl\.org\/dc\/elements\/1\.1\/$/;

/** The supported versions of the format. */
export const WXR_VERSIONS: readonly string[] = ['1.0', '1.1', '1.2'];

/** An element name with its conventional prefix, independent of the prefix in the file. */
export interface WxrName {
  /** `wp:post_id`, `content:encoded`, `title`; undefined for elements in unknown namespaces. */
  readonly name: string | undefined;
  /** The version of the format, given by the WordPress namespace. */
  readonly version: string | undefined;
}

/** Returns the name of an element by its namespace URL. */
export function wxrName(uri: string, local: string): WxrName {
  if (uri === '') return { name: local, version: undefined };
  const version = WORDPRESS.exec(uri)?.[1];
  if (version !== undefined) return { name: `wp:${local}`, version };
  const prefix = EXCERPT.test(uri) ? 'excerpt' : CONTENT.test(uri) ? 'content' : DUBLIN_CORE.test(uri) ? 'dc' : undefined;
  return { name: prefix && `${prefix}:${local}`, version: undefined };
}
