import { MalformedError } from '@colophon/core';

/** Returns the address of a site, without a slash at its end. @throws MalformedError `bad_site` */
export function siteAddress(site: string): string {
  const url = URL.parse(site);
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, '');
  throw new MalformedError(`${site.slice(0, 200)} is not the address of a site.`, {
    code: 'bad_site',
    hint: 'Write it as https://blog.example.',
  });
}
