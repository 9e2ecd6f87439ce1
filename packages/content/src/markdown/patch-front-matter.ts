import type { JsonValue } from '@colophon/core';
import { Document, isMap, isNode, isScalar, isSeq, type Pair, stringify, visit, type YAMLSeq } from 'yaml';
import type { ReadFrontMatter } from './read-yaml.ts';

/** What is to stand in a front matter: a value by its name, undefined where the name is to go. */
export type FrontMatterChanges = ReadonlyMap<string, JsonValue | undefined>;

/** Only a text that reads the same under YAML 1.1, with its `yes` and its dates, stays without quotes. */
const YAML = { lineWidth: 0, schema: 'core', compat: 'yaml-1.1' } as const;

/** A piece of the YAML text, and what takes its place. */
interface Patch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets names in the YAML of a front matter and leaves every other character as it stands: quotes, folds, comments, dates.
 *
 * @returns undefined where the text has no lines of names and values that could be set one by one: a mapping in braces, an
 *   anchor that something else repeats
 */
export function patchFrontMatter(yaml: string, document: ReadFrontMatter['document'], changes: FrontMatterChanges): string | undefined {
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true || hasAnchors(document)) return undefined;
  const lineEnd = /\r\n|\n|\r/.exec(yaml)?.[0] ?? '\n';
  const written = (name: string, value: JsonValue, like?: unknown): string => entryOf(name, value, like, yaml).replaceAll('\n', lineEnd);
  const patches: Patch[] = [];
  const added: string[] = [];
  for (const [name, value] of changes) {
    const pair = contents.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (!pair) {
      if (value !== undefined) added.push(written(name, value));
      continue;
    }
    const place = placeOf(pair as Pair, yaml);
    if (!place) return undefined;
    const whole = value === undefined ? '' : written(name, value, pair.value);
    // What follows on the line, a comment or the end of the line, stays with a value that is replaced.
    if (value === undefined) patches.push({ start: place.start, end: endOfLine(yaml, place.end), text: '' });
    else patches.push({ ...place, text: whole.slice(0, whole.length - lineEnd.length) });
  }
  let patched = yaml;
  for (const { start, end, text } of patches.toSorted((a, b) => b.start - a.start))
    patched = patched.slice(0, start) + text + patched.slice(end);
  if (added.length > 0 && patched !== '' && !/[\r\n]$/.test(patched)) patched += lineEnd;
  return patched + added.join('');
}

/** From the start of the name to the end of the value, without the line end and comments after it. */
function placeOf({ key, value }: Pair, yaml: string): Omit<Patch, 'text'> | undefined {
  if (!isNode(key) || !key.range || !isNode(value) || !value.range) return undefined;
  const start = key.range[0];
  // Names that stand further in, or after a question mark, are left to who writes the whole anew.
  if (start > 0 && !/[\r\n]/.test(yaml[start - 1] ?? '')) return undefined;
  const colon = yaml.indexOf(':', key.range[1]);
  const isBlock = isScalar(value) && (value.type === 'BLOCK_LITERAL' || value.type === 'BLOCK_FOLDED');
  const region = yaml.slice(start, Math.max(value.range[1], colon + 1));
  const kept = isBlock ? region.replace(/[\r\n]+$/, '') : region.replace(/(?:\s*[\r\n][ \t]*(?:#[^\r\n]*)?)*$/, '').trimEnd();
  return { start, end: start + kept.length };
}

function endOfLine(yaml: string, from: number): number {
  const end = /\r\n|\n|\r/.exec(yaml.slice(from));
  return end ? from + end.index + end[0].length : yaml.length;
}

/** A name and its value as YAML. A list is written as the one it replaces: in brackets, or with its hyphens where they stood. */
function entryOf(name: string, value: JsonValue, like: unknown, yaml: string): string {
  if (Array.isArray(value) && isSeq(like)) {
    const document = new Document({ [name]: value }, YAML);
    const list = document.get(name, true);
    if (isSeq(list)) list.flow = like.flow === true;
    return document.toString({ ...YAML, indentSeq: isIndented(like, yaml), flowCollectionPadding: false });
  }
  // A date that stood without quotes is one again.
  const isDate = typeof value === 'string' && DATE.test(value) && isScalar(like) && like.type === 'PLAIN' && DATE.test(like.source ?? '');
  return stringify({ [name]: value }, isDate ? { lineWidth: 0, schema: 'core' } : YAML);
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/;

/** Whether the hyphens of a list stand further in than its name. */
function isIndented(list: YAMLSeq, yaml: string): boolean {
  const first = list.range?.[0] ?? 0;
  return /[ \t]$/.test(yaml.slice(0, first));
}

function hasAnchors(document: ReadFrontMatter['document']): boolean {
  let found = false;
  visit(document, {
    Alias: () => {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
