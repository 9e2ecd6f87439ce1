export { isLoopbackHost } from './loopback-host.ts';
export { nearest } from './nearest.ts';
export { isPlainObject } from './plain-object.ts';
export { readRetryAfter } from './retry-after.ts';
