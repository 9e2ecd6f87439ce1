/**
 * The source file of an imported record, so that it can be written back unchanged and recognized by a second import. Never leaves the
 * process.
 */
export interface MarkdownSource {
  /**
   * The source of the file: the real path of the imported folder, or its given name. Absent for older imports.
   */
  readonly source?: string;
  /** The file's path inside its folder, with `/` between segments. */
  readonly file: string;
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string;
  /** The revision that this import wrote; a higher one means that the record was edited since. */
  readonly rev: number;
  /** The context that the import assigned, if the front matter has none. */
  readonly context: string;
  readonly frontMatter: FrontMatterText | null;
  /** It was imported as a draft, although the file says that it is published. */
  readonly asDraft?: boolean;
}

/** Front matter exactly as spelled in the file. */
export interface FrontMatterText {
  /** A byte order mark, if any, and the opening line with its line end. */
  readonly opening: string;
  /** The YAML between the lines. */
  readonly yaml: string;
  /** The closing line with its line end, if any. */
  readonly closing: string;
}
