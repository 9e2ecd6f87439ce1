import type { JsonObject } from '@colophon/core';
import type { StatedCorrection } from '../../markdown/stated-corrections.ts';
import type { ContentStatus } from '../../record/content-fields.ts';
import type { Galleries } from './html-conversion.ts';

/** A tag of another system. */
export interface SourceTag {
  /** Its slug in URLs there; empty if the system has no slugs. */
  readonly slug: string;
  readonly name: string;
  /** Its parent, if the system has a hierarchy. */
  readonly parent?: SourceTag | undefined;
}

/** The body of a piece: Markdown, which is used unchanged, or HTML, which is converted in a worker. */
export type SourceBody =
  | { readonly format: 'markdown'; readonly markdown: string }
  | {
      readonly format: 'html';
      readonly html: string;
      /** Whether an empty line ends a paragraph, as in the classic editor of WordPress. */
      readonly linesAreParagraphs: boolean;
      /** URLs in the body of files that are stored here, and their new addresses. */
      readonly addresses: Readonly<Record<string, string>>;
      /** The galleries of a WordPress piece. If undefined, shortcodes are kept as text. */
      readonly galleries?: Galleries;
    };

/** A link in a body to a piece of the same site. */
export interface SourceLink {
  /** As written in the body. */
  readonly address: string;
  /** The id of the piece. */
  readonly id: string;
  /** The fragment of the link, with its number sign; empty if there is none. */
  readonly fragment: string;
}

/** A piece of another system, mapped to the fields of content. */
export interface SourcePiece {
  readonly id: string;
  /** Its type there: `post`, `page`. */
  readonly sourceType: string;
  /** The line where it begins in its file, from 1. */
  readonly line?: number | undefined;
  /** What distinguishes it from another item with the same id: see `identityOf`. */
  readonly identity?: readonly string[];
  /** SHA-256 of everything that determines the record. */
  readonly hash: string;
  /** HTML, or plain text without markup. */
  readonly title: string;
  /** HTML, or plain text without markup; empty if there is none. */
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
  /** In canonical form; a text that is no language tag is left out and reported. */
  readonly language: string | null;
  /** Its URL in the other system. */
  readonly url: string | null;
  /** URLs that redirected to it; absolute. */
  readonly formerAddresses?: readonly string[];
  readonly body: SourceBody;
  readonly metadata: JsonObject;
  /** Corrections and retractions that the other system states. */
  readonly corrections?: readonly StatedCorrection[];
  /** Links to pieces of the same site, to be rewritten to their records. */
  readonly links?: readonly SourceLink[];
  /** The id of the file used as its thumbnail. */
  readonly picture?: string | undefined;
}

/** A file of another system: a picture used by pieces, or a document for download. */
export interface SourceFile {
  readonly id: string;
  readonly sourceType: string;
  readonly line?: number | undefined;
  /** What distinguishes it from another file with the same id: see `identityOf`. */
  readonly identity?: readonly string[];
  readonly hash: string;
  readonly name: string;
  readonly altText: string | null;
  readonly description: string | null;
  /** Its URL. */
  readonly url: string | null;
  /** Reads its bytes, if they are in the folder of the pieces. */
  readonly read?: (() => Promise<Uint8Array>) | undefined;
}
