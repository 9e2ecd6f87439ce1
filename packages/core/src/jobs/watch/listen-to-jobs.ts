import pg from 'pg';
import { JOBS_CHANNEL } from '../signals.ts';

const RECONNECT_MS = 1000;

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
      keepAlive: true,
      application_name: 'colophon-job-events',
    });
    made.on('notification', listener);
    made.on('error', () => undefined);
    made.on('end', again);
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
