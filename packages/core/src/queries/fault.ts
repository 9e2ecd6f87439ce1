import { MalformedError } from '../errors/errors.ts';

/** Returns the error for an invalid query: 400, naming the part by JSON pointer and in words. */
export function fault(pointer: string, code: string, detail: string): MalformedError {
  const part = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return new MalformedError(`${part}: ${detail}.`, { code: 'faulty_query', errors: [{ pointer, code, detail }] });
}
