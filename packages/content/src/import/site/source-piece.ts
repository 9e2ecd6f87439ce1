import type { JsonObject } from '@colophon/core';
import type { ContentStatus } from '../../record/content-fields.ts';
import type { Galleries } from './html-conversion.ts';

/** A tag as another system has it. */
export interface SourceTag {
  /** As it stands in addresses there; empty when the system has none. */
  readonly slug: string;
  readonly name: string;
  /** The tag above it, where the system has a hierarchy. */
  readonly parent?: SourceTag | undefined;
}

/** The body of a piece: Markdown that is taken as it is, or HTML that is converted in a worker. */
export type SourceBody =
  | { readonly format: 'markdown'; readonly markdown: string }
  | {
      readonly format: 'html';
      readonly html: string;
      /** Whether an empty line ends a paragraph, as in the classic editor of WordPress. */
      readonly linesAreParagraphs: boolean;
      /** Addresses in the body and what they become, because their files are stored here. */
      readonly addresses: Readonly<Record<string, string>>;
      /** Of a piece of WordPress: what its galleries show. Without it shortcodes are text. */
      readonly galleries?: Galleries;
    };

/** A link of a body to a piece of the same site. */
export interface SourceLink {
  /** As it stands in the body. */
  readonly address: string;
  /** The id of the piece. */
  readonly id: string;
  /** What of the piece is meant, with its number sign; empty for the whole. */
  readonly fragment: string;
}

/** A piece of another system, mapped to what it is to become here. */
export interface SourcePiece {
  readonly id: string;
  /** What it is called there: `post`, `page`. */
  readonly sourceType: string;
  /** Where it begins in its file, from 1. */
  readonly line?: number | undefined;
  /** SHA-256 of everything that decides what it becomes. */
  readonly hash: string;
  /** HTML, or text that reads the same. */
  readonly title: string;
  /** HTML, or text that reads the same; empty for none. */
  readonly description: string;
  readonly type: 'article' | 'document';
  readonly slug: string;
  readonly status: ContentStatus;
  readonly publish_date: string | null;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  readonly category: string | null;
  readonly tags: readonly SourceTag[];
  readonly authors: readonly string[];
  readonly language: string | null;
  /** Where it stood. */
  readonly url: string | null;
  /** From where readers were led to it: absolute addresses. */
  readonly formerAddresses?: readonly string[];
  readonly body: SourceBody;
  readonly metadata: JsonObject;
  /** Links to pieces of the same site, which lead to what those become here. */
  readonly links?: readonly SourceLink[];
  /** The id of the file that is its picture. */
  readonly picture?: string | undefined;
}

/** A file of another system: a picture that pieces use, a document to download. */
export interface SourceFile {
  readonly id: string;
  readonly sourceType: string;
  readonly line?: number | undefined;
  readonly hash: string;
  readonly name: string;
  readonly altText: string | null;
  readonly description: string | null;
  /** Where it stands. */
  readonly url: string | null;
  /** Reads its bytes, where they lie beside the pieces. */
  readonly read?: (() => Promise<Uint8Array>) | undefined;
}
