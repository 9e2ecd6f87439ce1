export { renderMarkdown } from './render-markdown.ts';
export type { RenderOptions } from './render-markdown.ts';
export { RenderedSource } from './RenderedSource.tsx';
export type { RenderedSourceProps } from './RenderedSource.tsx';
