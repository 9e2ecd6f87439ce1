import type { JsonObject } from '@colophon/core';
import type { FrontMatterText } from '../record/markdown-source.ts';
import { type FrontMatterColumns, readColumns, type ReadColumns } from './columns.ts';
import { type ReadFrontMatter, readYaml } from './read-yaml.ts';
import { splitFrontMatter } from './split-front-matter.ts';

/** The content in a Markdown file, as input for `new Content(…)`. */
export type MarkdownContent = Partial<FrontMatterColumns> & { body: string; metadata?: JsonObject };

/** A parsed Markdown file: its parts character for character, and their values. */
export interface ParsedMarkdown extends ReadColumns {
  readonly frontMatter: FrontMatterText | null;
  readonly document: ReadFrontMatter['document'] | undefined;
  readonly body: string;
}

/** Parses a Markdown file and keeps its spelling. @throws MarkdownError with line and column */
export function parseMarkdown(text: string): ParsedMarkdown {
  const { frontMatter, body } = splitFrontMatter(text);
  const read = frontMatter ? readYaml(frontMatter.yaml) : undefined;
  return { ...readColumns(read?.entries ?? new Map()), frontMatter, document: read?.document, body };
}

/**
 * Parses Markdown with YAML front matter to content. Keys that are not columns of content are kept under `metadata.frontMatter`; `date`,
 * `excerpt` and `author` are read as `publish_date`, `description` and `authors`. The body is everything after the front matter, byte for
 * byte; without front matter it is the whole file.
 *
 * @throws MarkdownError with the line and column of the error
 * @example
 * stringToContent('---\ntitle: Budget approved\nlayout: wide\n---\nThe council …\n');
 * // { title: 'Budget approved', metadata: { frontMatter: { layout: 'wide' } }, body: 'The council …\n' }
 */
export function stringToContent(text: string): MarkdownContent {
  const { columns, body, metadata: given, unknown, stated } = parseMarkdown(text);
  // A record has its corrections only once it is stored.
  const metadata = metadataOf({ metadata: given, unknown: { ...unknown, ...stated.keys } });
  return { ...columns, ...(Object.keys(metadata).length > 0 ? { metadata } : {}), body };
}

/** Returns the metadata of a record read from front matter. */
export function metadataOf({ metadata, unknown }: Pick<ReadColumns, 'metadata' | 'unknown'>): JsonObject {
  return Object.keys(unknown).length > 0 ? { ...metadata, frontMatter: unknown } : metadata;
}
