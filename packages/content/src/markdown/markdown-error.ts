import { ValidationError } from '@colophon/core';

/** The faults of a Markdown file. */
export type MarkdownFault =
  | 'not_text'
  | 'front_matter_unclosed'
  | 'front_matter_not_yaml'
  | 'front_matter_not_a_mapping'
  | 'front_matter_syntax'
  | 'front_matter_too_large'
  | 'bad_key'
  | 'bad_value'
  | 'bad_date';

/** A position in a file, both counted from 1; the column in UTF-16 code units. */
export interface MarkdownPlace {
  readonly line: number;
  readonly column: number;
}

/** A Markdown file that cannot be parsed, with the position of the error. Answers 422. */
export class MarkdownError extends ValidationError {
  readonly line: number;
  readonly column: number;

  constructor(code: MarkdownFault, message: string, { line, column }: MarkdownPlace, hint?: string) {
    super(`Line ${line}, column ${column}: ${message}`, {
      code,
      extensions: { line, column },
      ...(hint === undefined ? {} : { hint }),
    });
    this.line = line;
    this.column = column;
  }
}
