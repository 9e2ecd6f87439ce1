/** What was asked for cannot be made; the message says why. */
export class CreateError extends Error {
  /** The exit code: 1 for a place where nothing can be made, 2 for a command line that is not valid. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
