import type { Caller } from '../../callers/caller.ts';
import { writableFields } from '../../operations/crud/write-input.ts';
import { mayList } from '../../operations/may-list.ts';
import { inputNames, type Operation } from '../../operations/operation.ts';
import { toolName } from './tools.ts';

interface Indexed {
  readonly operation: Operation;
  readonly length: number;
  /** How much each word weighs in it. */
  readonly words: ReadonlyMap<string, number>;
}

// Okapi BM25 with the usual parameters.
const K1 = 1.2;
const B = 0.75;
/** The words of a name say more about a tool than those of its description, and these more than the names of its fields. */
const WEIGHTS = { name: 4, description: 2, kind: 1, verb: 1, field: 0.5 };
/** What people call the operations that every kind of record has. */
const VERBS: Readonly<Record<string, string>> = {
  list: 'show browse all',
  get: 'read show open one',
  create: 'add make write',
  update: 'change edit set rename',
  delete: 'remove',
};

/** Finds tools by what somebody wants to do, by BM25 over their names, descriptions and fields. Built once. */
export class ToolSearch {
  readonly #indexed: readonly Indexed[];
  readonly #frequency = new Map<string, number>();
  readonly #average: number;

  constructor(operations: readonly Operation[]) {
    this.#indexed = operations.map(index);
    for (const { words } of this.#indexed) for (const word of words.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
    this.#average = this.#indexed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.#indexed.length);
  }

  /** Returns the operations that the caller may use and that fit best, the best first. */
  find(query: string, { caller, limit, isReadOnly }: { caller: Caller; limit: number; isReadOnly: boolean }): Operation[] {
    const asked = [...new Set(wordsOf(query))];
    const found = this.#indexed.flatMap((indexed, position) => {
      const score = this.#score(indexed, asked);
      const { operation } = indexed;
      if (score === 0 || (isReadOnly && operation.effects !== 'read') || !mayList(operation, caller)) return [];
      return [{ operation, score, position }];
    });
    found.sort((one, other) => other.score - one.score || one.position - other.position);
    return found.slice(0, limit).map(({ operation }) => operation);
  }

  #score({ words, length }: Indexed, asked: readonly string[]): number {
    let score = 0;
    for (const word of asked) {
      const weight = words.get(word);
      if (weight === undefined) continue;
      const containing = this.#frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (this.#indexed.length - containing + 0.5) / (containing + 0.5));
      score += (rarity * weight * (K1 + 1)) / (weight + K1 * (1 - B + (B * length) / this.#average));
    }
    return score;
  }
}

function index(operation: Operation): Indexed {
  const words = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) {
      words.set(word, (words.get(word) ?? 0) + weight);
      length += weight;
    }
  };
  add(toolName(operation), WEIGHTS.name);
  add(`${operation.description} ${operation.resource.label}`, WEIGHTS.description);
  add(kindsOf(operation).join(' '), WEIGHTS.kind);
  if (operation.kind === 'crud') add(`${VERBS[operation.name] ?? ''} ${operation.resource.description ?? ''}`, WEIGHTS.verb);
  add(fieldsOf(operation).join(' '), WEIGHTS.field);
  return { operation, length, words };
}

/** The kinds of records that are folded into those of a root collection: articles are content. */
function kindsOf({ resource }: Operation): string[] {
  return resource.types.flatMap(({ typeName }) => typeName ?? []);
}

function fieldsOf(operation: Operation): string[] {
  if (operation.kind === 'custom') return inputNames(operation);
  if (operation.name !== 'create' && operation.name !== 'update') return [];
  return writableFields(operation.resource, operation.name).map(([name]) => name);
}

/** Words that say nothing about what somebody wants to do. */
const STOP: ReadonlySet<string> = new Set(
  'a an and are as at be by for from has have how i in into is it its me my new of on one or our s some that the their this to was what which who with you your action'.split(
    ' ',
  ),
);

/** The words of a text, in the form in which singular and plural, `publish` and `published` are the same. */
export function wordsOf(text: string): string[] {
  const parts = text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts.filter((word) => (word.length > 1 || /\d/.test(word)) && !STOP.has(word)).map(stem);
}

function stem(word: string): string {
  if (word.length < 4) return word;
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const root = word.slice(0, -ending.length) + instead;
    return root.replace(/(.)\1$/, '$1').replace(/e$/, '');
  }
  return word.replace(/e$/, '');
}

const ENDINGS = [
  ['iness', 'y'],
  ['ations', ''],
  ['ation', ''],
  ['ate', ''],
  ['ies', 'y'],
  ['ing', ''],
  ['ed', ''],
  ['es', ''],
  ['ss', 'ss'],
  ['s', ''],
] as const;
