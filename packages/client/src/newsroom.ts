/**
 * The types of Newsroom's API: `paths` for `createClient`, and `components` with the records. They are generated when the package is built.
 *
 * @example
 * import type { paths } from '@colophon/client/newsroom';
 * const client = createClient<paths>({ baseUrl: 'https://news.example' });
 */
export {};
