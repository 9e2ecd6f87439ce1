export { PageReader } from './pages/page-reader.ts';
export type { PageReaderOptions } from './pages/page-reader.ts';
export type { PageInput, PageText } from './pages/page-text.ts';
export type { ReaderCode } from './reader-error.ts';
