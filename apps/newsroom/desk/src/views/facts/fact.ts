import type { FactSource, FactStatus } from '@colophon/ui/state';

/** A statement that pieces are based on: `GET /facts/{id}`. */
export interface Fact {
  readonly id: string;
  readonly rev: number;
  readonly statement: string;
  readonly status: FactStatus;
  readonly previousFactId: string | null;
  readonly confidence: number | null;
  readonly sources: readonly FactSource[];
  readonly updated_at: string;
}
