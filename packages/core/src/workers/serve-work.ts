import { parentPort } from 'node:worker_threads';

export interface WorkRequest {
  readonly id: number;
  readonly input: unknown;
}

export interface WorkAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: { readonly name: string; readonly message: string; readonly code: string | undefined };
}

/**
 * Serves the inputs of a `WorkerPool`: call it once in the entry of a worker.
 *
 * @param work its result or error must be cloneable to another thread
 */
export function serveWork<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  parentPort?.on('message', ({ id, input }: WorkRequest) => {
    void answerTo(id, () => work(input as Input)).then((answer) => parentPort?.postMessage(answer));
  });
}

async function answerTo(id: number, work: () => unknown): Promise<WorkAnswer> {
  try {
    return { id, value: await work() };
  } catch (error) {
    const { name, message, code }: Error & { code?: unknown } = error instanceof Error ? error : new Error(String(error));
    return { id, fault: { name, message, code: typeof code === 'string' ? code : undefined } };
  }
}
