const LANGUAGE = /^[a-z]{2}$/;

/** Whether an alias can have this language: an ISO 639-1 code, in lower case. */
export function isAliasLanguage(language: string): boolean {
  return LANGUAGE.test(language);
}
