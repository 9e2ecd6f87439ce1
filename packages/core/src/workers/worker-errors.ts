/** Why a worker was terminated before it returned. */
export type WorkerLimit = 'deadline' | 'memory' | 'crash';

/** Work in a worker exceeded a limit: it took too long, used too much memory, or crashed the worker. */
export class WorkerLimitError extends Error {
  readonly limit: WorkerLimit;

  constructor(limit: WorkerLimit, options?: ErrorOptions) {
    super(`Work in a worker was terminated: ${limit}.`, options);
    this.name = 'WorkerLimitError';
    this.limit = limit;
  }
}

/** The error that a worker's function threw, as far as it can be cloned to another thread. */
export class WorkerFaultError extends Error {
  readonly code: string | undefined;

  constructor(message: string, name: string, code: string | undefined) {
    super(message);
    this.name = name;
    this.code = code;
  }
}
