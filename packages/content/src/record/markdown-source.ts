/**
 * What is remembered of the Markdown file that a record was read from, so that it can be written back as it was and a
 * second import knows it again. Never leaves the process.
 */
export interface MarkdownSource {
  /**
   * Where the file came from: the folder that was imported, by its real path, or the name that it was given. Absent from what
   * was imported before sources were told apart.
   */
  readonly source?: string;
  /** The file's path inside its folder, with `/` between segments. */
  readonly file: string;
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string;
  /** The revision of the record that this import wrote; a higher one was edited since. */
  readonly rev: number;
  /** The context that the import gave the record, where its front matter states none. */
  readonly context: string;
  readonly frontMatter: FrontMatterText | null;
  /** It was imported as a draft, although the file says that it is published. */
  readonly asDraft?: boolean;
}

/** Front matter as a file spells it, character for character. */
export interface FrontMatterText {
  /** A byte order mark if there is one, and the opening line with its line end. */
  readonly opening: string;
  /** The YAML between the lines. */
  readonly yaml: string;
  /** The closing line with its line end, which the last line of a file may lack. */
  readonly closing: string;
}
