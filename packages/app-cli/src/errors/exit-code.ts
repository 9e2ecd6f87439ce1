/** The exit codes of the process, by which scripts distinguish kinds of errors. */
export const ExitCode = {
  ok: 0,
  other: 1,
  usage: 2,
  network: 3,
  /** Not signed in, or not allowed. */
  auth: 4,
  /** The API responded with 4xx. */
  apiClient: 5,
  /** The API responded with 5xx. */
  apiServer: 6,
  interrupted: 130,
} as const;
