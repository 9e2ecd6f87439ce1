/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  /** What to do about it. */
  readonly remedy?: string;
}
