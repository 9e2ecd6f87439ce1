export { contentAccess, isVisibleToReaders } from './content/access.ts';
export { Content } from './content/content.ts';
export { BODY_FORMATS, CONTENT_STATES, CONTENT_STATUSES } from './content/content-fields.ts';
export type { BodyFormat, ContentState, ContentStatus } from './content/content-fields.ts';
export { Articles, ContentDocuments, Contents, Mirrors } from './content/contents.ts';
export { slugOfTitle } from './content/slugs.ts';
export { Article, ContentDocument, Mirror } from './content/subclasses.ts';
