import pg from 'pg';
import { JOBS_CHANNEL } from '../signals.ts';

const RECONNECT_MS = 1000;
/** How often the connection is tried, and how long it may take to answer, in milliseconds: a silent network looks like a quiet hour. */
const TRY_EVERY_MS = 10_000;
const ANSWER_MS = 5_000;

/**
 * Listens for job notifications of PostgreSQL on a separate connection. A broken connection is reopened, and `listener` is called then,
 * because notifications may have been missed.
 *
 * @returns a function that stops listening
 */
export async function listenToJobs(url: string, listener: () => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, RECONNECT_MS).unref();
  };
  const connect = async (): Promise<void> => {
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_MS,
      application_name: 'colophon-job-events',
    });
    made.on('notification', listener);
    made.on('error', () => undefined);
    const trying = setInterval(() => {
      // Without an answer the connection is ended, and opened again.
      made.query('SELECT 1').catch(() => made.end().catch(() => undefined));
    }, TRY_EVERY_MS).unref();
    made.on('end', () => {
      clearInterval(trying);
      again();
    });
    try {
      await made.connect();
      client = made;
      await made.query(`LISTEN ${JOBS_CHANNEL}`);
      listener();
    } catch {
      await made.end().catch(() => undefined);
      again();
    }
    if (stopped) await made.end().catch(() => undefined);
  };
  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
