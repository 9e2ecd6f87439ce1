import { ValidationError } from '@colophon/core';

/** Control characters, line ends, and invisible characters except the joiners that some scripts need. */
const UNPRINTABLE = /\p{Cc}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cs}|(?![\u200c\u200d])\p{Cf}/u;
/** In every width: readers would see an address, and write to it. */
const AT_SIGN = /[@\uff20\ufe6b]/;

/** Returns why a name cannot be used as a byline; undefined if it can. */
export function faultOfPrintedName(name: string): string | undefined {
  if (AT_SIGN.test(name)) return 'must be a name without an at sign: it is printed, and an address is not';
  if (UNPRINTABLE.test(name))
    return 'must be a name of one line, without control characters and characters that turn the direction of writing';
  return undefined;
}

/** Requires a name that can be used as a byline. @throws ValidationError naming `pointer` */
export function requirePrintedName(name: string, pointer: string): void {
  const detail = faultOfPrintedName(name);
  if (detail !== undefined) throw ValidationError.of([{ pointer, code: 'not_a_name', detail }]);
}
