/** Why a worker was ended before it had answered. */
export type WorkerLimit = 'deadline' | 'memory' | 'crash';

/** Work in a worker went beyond a bound: it took too long, used too much memory, or brought the worker down. */
export class WorkerLimitError extends Error {
  readonly limit: WorkerLimit;

  constructor(limit: WorkerLimit, options?: ErrorOptions) {
    super(`Work in a worker was ended: ${limit}.`, options);
    this.name = 'WorkerLimitError';
    this.limit = limit;
  }
}

/** What a worker's function threw, as far as it crosses a thread boundary. */
export class WorkerFaultError extends Error {
  readonly code: string | undefined;

  constructor(message: string, name: string, code: string | undefined) {
    super(message);
    this.name = name;
    this.code = code;
  }
}
