import { type JsonObject, port, StoredObject } from '@colophon/core';
import type { FindingInput } from './finding.ts';
import type { RuleSubject } from './rule-subject.ts';

/** What a check of an application finds wrong with a piece. */
export interface CheckFault {
  /** One line: `An allergen is not named`. */
  readonly title: string;
  readonly detail: string;
}

/**
 * A deterministic check of an application. It gets a copy of the public fields of a piece, which it cannot change, and returns what is wrong;
 * nothing means that the piece passes. A check that throws, does not answer within a second, or returns anything else is not passed.
 */
export type OwnCheck = (
  piece: Readonly<JsonObject>,
  context: Pick<RuleSubject, 'facts' | 'references' | 'assets'>,
) => readonly CheckFault[] | Promise<readonly CheckFault[]>;

/** The checks of an application, by the name that a rule of a policy gives: `recipes/allergensNamed`. */
export const ownChecks = port<Readonly<Record<string, OwnCheck>>>('ownChecks', {});

/** How long a check may take, in milliseconds. */
export const CHECK_MS = 1000;

/** Runs a check of an application. */
export async function runOwnCheck(
  name: string,
  check: OwnCheck,
  { fields, ...context }: RuleSubject,
  limitMs: number = CHECK_MS,
): Promise<FindingInput[]> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, limitMs);
  try {
    const piece = frozen(structuredClone(fields instanceof StoredObject ? fields.toJSON() : fields));
    const answer: unknown = await Promise.race([check(piece as JsonObject, frozen(structuredClone(context))), timeout.promise]);
    if (answer === undefined) return [failed(name, 'It did not answer in time.')];
    if (!Array.isArray(answer) || !answer.every(isFault)) return [failed(name, 'It returned no list of faults.')];
    return answer.map(({ title, detail }) => ({ severity: 'error', title, detail }));
  } catch {
    // Its message may contain anything, and everyone who sees the readiness of the piece would read it.
    return [failed(name, 'It threw an exception.')];
  } finally {
    clearTimeout(timer);
  }
}

function failed(name: string, why: string): FindingInput {
  return { severity: 'error', title: `The check ${name} failed`, detail: `${why} The piece is not ready until it passes.` };
}

function isFault(value: unknown): value is CheckFault {
  const { title, detail } = (value ?? {}) as Partial<CheckFault>;
  return typeof title === 'string' && title !== '' && typeof detail === 'string';
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}
