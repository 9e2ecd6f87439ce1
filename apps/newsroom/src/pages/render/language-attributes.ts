/** A BCP 47 tag as far as it can be one: a letter or two of anything else would be said aloud in a wrong voice. */
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** The language of what somebody wrote, where it is another one than the page's. */
export function languageAttributes(language: string | null, ofPage: string): { readonly lang?: string } {
  return language === null || language === ofPage || !TAG.test(language) ? {} : { lang: language };
}
