import type { JsonValue } from '@colophon/core';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import { indentQuoted } from './indent-quoted.ts';
import { MarkdownError, type MarkdownPlace } from './markdown-error.ts';

/** One entry of a front matter: its value and the position of its key in the file. */
export interface FrontMatterEntry {
  readonly value: JsonValue;
  /** The value as spelled in the file, if it is a single word or line: a date, a number, a text. */
  readonly spelled: string | undefined;
  readonly place: MarkdownPlace;
}

export type FrontMatterEntries = ReadonlyMap<string, FrontMatterEntry>;

/** A front matter as a document, which keeps comments and order, and as entries. */
export interface ReadFrontMatter {
  readonly document: Document.Parsed;
  readonly entries: FrontMatterEntries;
}

const MAXIMUM_SIZE = 8_000_000;
const MAXIMUM_NODES = 200_000;
const MAXIMUM_DEPTH = 70;
const START: MarkdownPlace = { line: 1, column: 1 };

/**
 * Parses the YAML of a front matter: JSON values under text keys. Dates are kept as text, and so are numbers that JSON cannot represent.
 *
 * @throws MarkdownError with the line and column in the file
 */
export function readYaml(yaml: string): ReadFrontMatter {
  if (yaml.length > MAXIMUM_SIZE)
    throw new MarkdownError('front_matter_too_large', `the front matter is longer than ${MAXIMUM_SIZE} characters.`, START);
  const { document, place } = parsed(yaml);
  const entries = new Map<string, FrontMatterEntry>();
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { document, entries };
  if (!isMap(contents)) {
    throw new MarkdownError(
      'front_matter_not_a_mapping',
      'the front matter is not a mapping of keys to values.',
      START,
      'Write each as key: value; if the first line is meant as a horizontal rule, put an empty line before it.',
    );
  }
  const reader = new ValueReader(document, place);
  for (const { key, value } of contents.items) {
    entries.set(reader.name(key), {
      value: reader.value(value, 1),
      spelled: isScalar(value) ? spelled(value) : undefined,
      place: reader.at(key),
    });
  }
  return { document, entries };
}

interface Parsed {
  readonly document: Document.Parsed;
  /** Converts an offset in the YAML to a position in the file. */
  readonly place: (offset: number) => MarkdownPlace;
}

/** Parses YAML unchanged, and if that fails with its quoted values indented. */
function parsed(yaml: string): Parsed {
  const strict = parsedAs(yaml);
  if (strict.document.errors.length === 0) return strict;
  const indented = indentQuoted(yaml);
  const lenient = indented.yaml === yaml ? strict : parsedAs(indented.yaml);
  const [error] = lenient.document.errors;
  if (!error) return lenient;
  // The parser reports an unclosed quote at the end of the text; people look for its beginning.
  const begins = indented.unclosed !== undefined && /closing .*quote/i.test(error.message) ? indented.unclosed + 1 : undefined;
  const where = begins === undefined ? lenient.place(error.pos[0]) : { line: begins, column: 1 };
  throw new MarkdownError('front_matter_syntax', sentence(error.message), where);
}

function parsedAs(yaml: string): Parsed {
  const lineCounter = new LineCounter();
  const place = (offset: number): MarkdownPlace => {
    const { line, col } = lineCounter.linePos(offset);
    // The opening line precedes the YAML.
    return { line: line + 1, column: Math.max(col, 1) };
  };
  try {
    const document = parseDocument(yaml, {
      lineCounter,
      schema: 'core',
      compat: 'yaml-1.1',
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: 'silent',
    });
    return { document, place };
  } catch (error) {
    // The parser is recursive: tens of thousands of nested levels overflow its stack.
    if (error instanceof RangeError) throw new MarkdownError('front_matter_too_large', 'the front matter is nested too deeply.', START);
    throw error;
  }
}

/** Converts nodes to JSON values, within limits that repeated aliases cannot exceed. */
class ValueReader {
  readonly #document: Document.Parsed;
  readonly #place: (offset: number) => MarkdownPlace;
  #nodes = 0;

  constructor(document: Document.Parsed, place: (offset: number) => MarkdownPlace) {
    this.#document = document;
    this.#place = place;
  }

  name(node: Node | null): string {
    const name = isScalar(node) ? spelled(node) : undefined;
    if (name === undefined || name === '__proto__') {
      const shown = name === undefined ? 'A list or mapping' : JSON.stringify(name);
      throw new MarkdownError('bad_key', `${shown} is not allowed as a key in front matter.`, this.at(node), 'Rename it.');
    }
    return this.#storable(name, node);
  }

  value(node: Node | null, depth: number): JsonValue {
    this.#nodes += 1;
    if (this.#nodes > MAXIMUM_NODES || depth > MAXIMUM_DEPTH)
      throw new MarkdownError('front_matter_too_large', 'the front matter is too large or nested too deeply.', this.at(node));
    if (isAlias(node)) return this.value(node.resolve(this.#document) ?? null, depth + 1);
    if (isSeq<Node | null>(node)) return node.items.map((item) => this.value(item, depth + 1));
    if (isMap<Node, Node | null>(node))
      return Object.fromEntries(node.items.map(({ key, value }) => [this.name(key), this.value(value, depth + 1)]));
    return isScalar(node) ? this.#scalar(node) : null;
  }

  at(node: Node | null): MarkdownPlace {
    return node?.range ? this.#place(node.range[0]) : START;
  }

  #scalar(node: Scalar): JsonValue {
    const { value } = node;
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number' && isRepresentable(value, node.source)) return value;
    return this.#storable(spelled(node), node);
  }

  #storable(text: string, node: Node | null): string {
    if (text.isWellFormed() && !text.includes('\0')) return text;
    throw new MarkdownError('bad_value', 'this contains NUL or an unpaired surrogate.', this.at(node));
  }
}

/** Whether a number equals its spelling in the file: finite, and not rounded. */
function isRepresentable(value: number, source: string | undefined): boolean {
  if (!Number.isFinite(value)) return false;
  return !Number.isInteger(value) || Number.isSafeInteger(value) || String(value) === source;
}

/** Returns a text unchanged, anything else as spelled in the file. */
function spelled(node: Scalar): string {
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

function sentence(message: string): string {
  const [first = ''] = message.split('\n');
  return `the front matter is not valid YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}${first.endsWith('.') ? '' : '.'}`;
}
