import { isPlainObject } from '@colophon/base';
import type { Transparency } from '../../../state/records.ts';

const LISTS = ['authors', 'facts', 'references', 'reviews', 'corrections', 'versions', 'judgedByAIAlone', 'assistance'] as const;
const OBJECTS = ['humanReview', 'withdrawal', 'publicationVersion'] as const;

/**
 * Validates a report: members that a server of another version omits count as not stated. Null for an invalid report, so that
 * it does not claim that there are no corrections.
 */
export function accountOf(data: unknown): Transparency | null {
  if (!isPlainObject(data) || !isPlainObject(data['generation']) || typeof data['generatedAt'] !== 'string') return null;
  const lists = LISTS.map((name) => [name, listOf(data[name])]);
  const objects = OBJECTS.map((name) => [name, isPlainObject(data[name]) ? data[name] : null]);
  const generation = { aiAssisted: null, model: null, publicPrompt: null, ...data['generation'] };
  return { responsiblePerson: null, ...data, ...Object.fromEntries([...lists, ...objects]), generation } as unknown as Transparency;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' || isPlainObject(each)) : [];
}
