import { ColophonError } from '../../errors/colophon-error.ts';

/** The database's schema differs from the code's. It is never altered automatically; the message names the remedy. */
export class SchemaError extends ColophonError {
  readonly parts: readonly string[];

  constructor(code: 'schema_behind' | 'schema_ahead' | 'schema_apart', message: string, parts: readonly string[], hint: string) {
    super(503, code, `${message} ${parts.join('; ')}`.trim(), { hint });
    this.parts = parts;
  }
}
