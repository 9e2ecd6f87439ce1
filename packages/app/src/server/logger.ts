import { destination, type Logger, pino } from 'pino';
import type { Config } from '../settings/config.ts';

/** Structured logs, one line of JSON per event, on standard error; standard output is for people. */
export function createLogger(level: Config['logLevel']): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.token', '*.secret', '*.password'],
  };
  return pino(options, destination({ fd: 2, sync: false, minLength: 0 }));
}
