/** A BCP 47 tag if its language is valid: anything else would make screen readers use a wrong voice. */
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** The language of a text, if it differs from the page's. */
export function languageAttributes(language: string | null, ofPage: string): { readonly lang?: string } {
  return language === null || language === ofPage || !TAG.test(language) ? {} : { lang: language };
}
