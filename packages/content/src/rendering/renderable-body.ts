import type { BodyFormat } from '../record/content-fields.ts';

/** The data to render: a record, or its public JSON with its body. */
export interface RenderableBody {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
}
