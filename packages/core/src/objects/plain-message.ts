import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** What zod calls these types of values. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'a date and time such as 2026-03-01T09:00:00Z',
  date: 'a date such as 2026-03-01',
  time: 'a time such as 09:00',
  json_string: 'JSON',
};

/**
 * Words zod's faults for people who do not know its terms; undefined keeps zod's message. Messages of a schema itself are not changed:
 * zod prefers them.
 */
export function plainMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : mustBe(TYPES[issue.expected]);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.exact ? 'exactly' : 'at most', issue.inclusive ? 'or less' : 'exclusive');
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'invalid_format':
      return issue.format === 'regex' ? `must match ${issue.pattern}` : mustBe(FORMATS[issue.format]);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'has none of the allowed forms';
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

function tooSmall(issue: RawIssue & { readonly code: 'too_small' }): string | undefined {
  const { origin, minimum, inclusive, exact } = issue;
  if (origin === 'string' && minimum === 1 && !exact) return 'must not be empty';
  return bound(origin, minimum, exact ? 'exactly' : 'at least', inclusive ? 'or more' : 'exclusive');
}

/** Words a limit of a length, with `amount`, or of a number, with `side`. */
function bound(
  origin: string,
  limit: number | bigint,
  amount: 'exactly' | 'at least' | 'at most',
  side: 'or more' | 'or less' | 'exclusive',
): string | undefined {
  if (origin === 'string') return `must have ${amount} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `must have ${amount} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  if (origin !== 'number' && origin !== 'int' && origin !== 'bigint') return undefined;
  if (side === 'exclusive') return `must be ${amount === 'at least' ? 'more' : 'less'} than ${limit}`;
  return `must be ${limit} ${side}`;
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === 'string' ? value || '""' : String(value)));
  return words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`;
}

function mustBe(what: string | undefined): string | undefined {
  return what && `must be ${what}`;
}
