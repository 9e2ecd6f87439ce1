// What a run needs beyond its definition, as one module to load when there is something to run.
export { runCommandLine } from './dispatch.ts';
export { createProcessIo } from './process-io.ts';
export { runSafely } from './run-safely.ts';
