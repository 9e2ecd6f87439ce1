import { ColophonError } from '../../errors/colophon-error.ts';

/** The database's schema is not the code's. It is never altered on its own; the message says which way to go. */
export class SchemaError extends ColophonError {
  readonly parts: readonly string[];

  constructor(code: 'schema_behind' | 'schema_ahead' | 'schema_apart', message: string, parts: readonly string[], hint: string) {
    super(503, code, `${message} ${parts.join('; ')}`.trim(), { hint });
    this.parts = parts;
  }
}
