export { createColophon } from './create-colophon.ts';
export type { CreateContext } from './create-colophon.ts';
