// The code of a run in one module, loaded only when a command runs.
export { runCommandLine } from './dispatch.ts';
export { createProcessIo } from './process-io.ts';
export { runSafely } from '../io/run-safely.ts';
