import { parentPort, workerData } from 'node:worker_threads';
import type { Statement } from '../statement.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import type { ThreadAnswer, ThreadRequest } from './reader-thread.ts';

// The thread of `ReaderThread`: a read-only connection that runs one statement at a time.
const connection = new SqliteConnection(String(workerData), { readOnly: true, pages: 2 });

parentPort?.on('message', ({ id, sql, parameters }: ThreadRequest) => parentPort?.postMessage({ id, ...answerTo({ sql, parameters }) }));

function answerTo(statement: Statement): Omit<ThreadAnswer, 'id'> {
  try {
    return { rows: connection.all(statement) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { fault: { message, code, errcode } };
  }
}
