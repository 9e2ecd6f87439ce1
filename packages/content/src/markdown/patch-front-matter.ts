import type { JsonValue } from '@colophon/core';
import { Document, isMap, isNode, isScalar, isSeq, type Pair, stringify, visit, type YAMLSeq } from 'yaml';
import type { ReadFrontMatter } from './read-yaml.ts';

/** The changes of a front matter: values by key, undefined to remove a key. */
export type FrontMatterChanges = ReadonlyMap<string, JsonValue | undefined>;

/** Only a text that means the same in YAML 1.1, with its `yes` and its dates, is unquoted. */
const YAML = { lineWidth: 0, schema: 'core', compat: 'yaml-1.1' } as const;

/** A range of the YAML text, and its replacement. */
interface Patch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets keys in the YAML of a front matter and leaves every other character unchanged: quotes, folds, comments, dates.
 *
 * @returns undefined if the keys cannot be set individually: a mapping in braces, or an anchor that is referenced elsewhere
 */
export function patchFrontMatter(yaml: string, document: ReadFrontMatter['document'], changes: FrontMatterChanges): string | undefined {
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true || hasAnchors(document)) return undefined;
  const lineEnd = /\r\n|\n|\r/.exec(yaml)?.[0] ?? '\n';
  const entryText = (name: string, value: JsonValue, like?: unknown): string => entryOf(name, value, like, yaml).replaceAll('\n', lineEnd);
  const patches: Patch[] = [];
  const added: string[] = [];
  for (const [name, value] of changes) {
    const pair = contents.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (!pair) {
      if (value !== undefined) added.push(entryText(name, value));
      continue;
    }
    const range = placeOf(pair as Pair, yaml);
    if (!range) return undefined;
    const replacement = value === undefined ? '' : entryText(name, value, pair.value);
    // The rest of the line, a comment or the line end, is kept when a value is replaced.
    if (value === undefined) patches.push({ start: range.start, end: endOfLine(yaml, range.end), text: '' });
    else patches.push({ ...range, text: replacement.slice(0, replacement.length - lineEnd.length) });
  }
  let patched = yaml;
  for (const { start, end, text } of patches.toSorted((a, b) => b.start - a.start))
    patched = patched.slice(0, start) + text + patched.slice(end);
  if (added.length > 0 && patched !== '' && !/[\r\n]$/.test(patched)) patched += lineEnd;
  return patched + added.join('');
}

/** The range from the start of the key to the end of the value, without the line end and comments after it. */
function placeOf({ key, value }: Pair, yaml: string): Omit<Patch, 'text'> | undefined {
  if (!isNode(key) || !key.range || !isNode(value) || !value.range) return undefined;
  const start = key.range[0];
  // Indented keys, or keys after a question mark, require rewriting the whole mapping.
  if (start > 0 && !/[\r\n]/.test(yaml[start - 1] ?? '')) return undefined;
  const colon = yaml.indexOf(':', key.range[1]);
  const isBlock = isScalar(value) && (value.type === 'BLOCK_LITERAL' || value.type === 'BLOCK_FOLDED');
  const region = yaml.slice(start, Math.max(value.range[1], colon + 1));
  const withoutTrailing = isBlock ? region.replace(/[\r\n]+$/, '') : region.replace(/(?:\s*[\r\n][ \t]*(?:#[^\r\n]*)?)*$/, '').trimEnd();
  return { start, end: start + withoutTrailing.length };
}

function endOfLine(yaml: string, from: number): number {
  const end = /\r\n|\n|\r/.exec(yaml.slice(from));
  return end ? from + end.index + end[0].length : yaml.length;
}

/**
 * Serializes a key and its value as YAML. A list keeps the style of the one it replaces: in brackets, or with hyphens at the same
 * indentation.
 */
function entryOf(name: string, value: JsonValue, like: unknown, yaml: string): string {
  if (Array.isArray(value) && isSeq(like)) {
    const document = new Document({ [name]: value }, YAML);
    const list = document.get(name, true);
    if (isSeq(list)) list.flow = like.flow === true;
    return document.toString({ ...YAML, indentSeq: isIndented(like, yaml), flowCollectionPadding: false });
  }
  // A date that was unquoted stays unquoted.
  const isDate = typeof value === 'string' && DATE.test(value) && isScalar(like) && like.type === 'PLAIN' && DATE.test(like.source ?? '');
  return stringify({ [name]: value }, isDate ? { lineWidth: 0, schema: 'core' } : YAML);
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/;

/** Whether the hyphens of a list are indented more than its key. */
function isIndented(list: YAMLSeq, yaml: string): boolean {
  const first = list.range?.[0] ?? 0;
  return /[ \t]$/.test(yaml.slice(0, first));
}

function hasAnchors(document: ReadFrontMatter['document']): boolean {
  let isFound = false;
  visit(document, {
    Alias: () => {
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}
