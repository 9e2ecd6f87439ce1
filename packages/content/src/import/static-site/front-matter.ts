import type { JsonValue } from '@colophon/core';
import { parse, TomlDate, TomlError } from 'smol-toml';
import { MarkdownError, type MarkdownPlace } from '../../markdown/markdown-error.ts';
import { type FrontMatterEntries, type FrontMatterEntry, readYaml } from '../../markdown/read-yaml.ts';
import { splitFrontMatter } from '../../markdown/split-front-matter.ts';

/** A file of a site: its front matter, in any format, and its body. */
export interface SiteText {
  /** Null for a file without front matter. */
  readonly entries: FrontMatterEntries | null;
  readonly body: string;
}

const START: MarkdownPlace = { line: 1, column: 1 };
const MAXIMUM_SIZE = 1_000_000;
const MAXIMUM_DEPTH = 70;
const MAXIMUM_VALUES = 200_000;
const TOML_LINE = /^\+\+\+[ \t]*(?:\r\n|\n|\r|$)/;
const TOML_END = /(?<=^|[\r\n])\+\+\+[ \t]*(?:\r\n|\n|\r|$)/;

/** Reads front matter in YAML, TOML or JSON. @throws MarkdownError with line and column */
export function readSiteText(input: string): SiteText {
  const text = input.replace(/^\uFEFF/, '');
  const toml = TOML_LINE.exec(text);
  if (toml) return readToml(text, toml[0].length);
  if (/^\{\s*(?:"|\})/.test(text)) return readJson(text);
  const { frontMatter, body } = splitFrontMatter(text);
  return { entries: frontMatter ? readYaml(frontMatter.yaml).entries : null, body };
}

/** Reads a settings file of a generator. @throws MarkdownError */
export function readSettings(text: string, extension: string): FrontMatterEntries {
  if (text.length > MAXIMUM_SIZE) throw tooLarge();
  if (extension === 'toml') return entriesOf(parsedToml(text, 0));
  if (extension === 'json') return entriesOf(parsedJson(text));
  return readYaml(text).entries;
}

function readToml(text: string, start: number): SiteText {
  const remaining = text.slice(start);
  const end = TOML_END.exec(remaining);
  if (!end)
    throw new MarkdownError(
      'front_matter_unclosed',
      'the front matter opened here is never closed.',
      START,
      'Close it with a line of three plus signs.',
    );
  if (end.index > MAXIMUM_SIZE) throw tooLarge();
  return { entries: entriesOf(parsedToml(remaining.slice(0, end.index), 1)), body: remaining.slice(end.index + end[0].length) };
}

function parsedToml(toml: string, linesBefore: number): unknown {
  try {
    return parse(toml);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n');
    throw new MarkdownError('front_matter_syntax', `the TOML cannot be read: ${first}`, {
      line: error.line + linesBefore,
      column: error.column,
    });
  }
}

/** JSON front matter is an object at the very start of a file. */
function readJson(text: string): SiteText {
  const end = endOfObject(text);
  if (end === undefined) throw new MarkdownError('front_matter_unclosed', 'the front matter opened here is never closed.', START);
  if (end > MAXIMUM_SIZE) throw tooLarge();
  return { entries: entriesOf(parsedJson(text.slice(0, end))), body: text.slice(end).replace(/^[ \t]*(?:\r\n|\n|\r)?/, '') };
}

function endOfObject(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    } else if (character === '{') depth += 1;
    else if (character === '}' && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new MarkdownError('front_matter_syntax', `the JSON cannot be read: ${(error as Error).message.slice(0, 200)}`, START);
  }
}

function entriesOf(parsed: unknown): FrontMatterEntries {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new MarkdownError('front_matter_not_a_mapping', 'the front matter is not a list of names and values.', START);
  const reader = new ValueReader();
  return new Map(
    Object.entries(parsed).map(([name, value]): [string, FrontMatterEntry] => {
      const json = reader.value(value, 1);
      return [reader.name(name), { value: json, spelled: typeof json === 'object' ? undefined : String(json), place: START }];
    }),
  );
}

/** Converts parsed values to JSON values that a database can store, within limits. */
class ValueReader {
  #values = 0;

  name(name: string): string {
    if (name === '__proto__')
      throw new MarkdownError('bad_key', '"__proto__" cannot be a name in front matter.', START, 'Use another name.');
    return storable(name);
  }

  value(value: unknown, depth: number): JsonValue {
    this.#values += 1;
    if (this.#values > MAXIMUM_VALUES || depth > MAXIMUM_DEPTH) throw tooLarge();
    if (value instanceof TomlDate) return value.toISOString();
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item, depth + 1));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [this.name(name), this.value(each, depth + 1)]));
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'string') return storable(value);
    return typeof value === 'bigint' ? String(value) : typeof value === 'boolean' ? value : null;
  }
}

function storable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  throw new MarkdownError('bad_value', 'this contains NUL or an unpaired surrogate.', START);
}

function tooLarge(): MarkdownError {
  return new MarkdownError('front_matter_too_large', 'the front matter is too large or too deeply nested.', START);
}
