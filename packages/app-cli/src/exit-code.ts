/** What the process ends with, so that scripts can tell what kind of thing went wrong. */
export const ExitCode = {
  ok: 0,
  other: 1,
  usage: 2,
  network: 3,
  /** Not signed in, or not allowed. */
  auth: 4,
  /** The API answered 4xx. */
  apiClient: 5,
  /** The API answered 5xx. */
  apiServer: 6,
  interrupted: 130,
} as const;
