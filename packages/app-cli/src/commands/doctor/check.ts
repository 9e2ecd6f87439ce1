/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  /** The remedy. */
  readonly remedy?: string;
}
