import type { Words } from './message.ts';
import { commonEn } from './common/en.ts';
import { contentEn } from './content/en.ts';
import { readingEn } from './reading/en.ts';

/** The English messages of the provider; other families load their own. */
export const baseEn = { ...commonEn, ...contentEn, ...readingEn };

/** The messages that every page has. */
export type BaseMessages = Words<typeof baseEn>;
