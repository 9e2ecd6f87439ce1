/**
 * A BCP 47 language tag of language, script, region and variants, such as en, pt-BR or zh-Hant-TW: no extensions and no private
 * part, which could contain arbitrary text.
 */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?(?:-(?:[A-Za-z\d]{5,8}|\d[A-Za-z\d]{3}))*$/;
