import { chatAr } from './chat/ar.ts';
import { commentsAr } from './comments/ar.ts';
import { commonAr } from './common/ar.ts';
import { contentAr } from './content/ar.ts';
import { contributionsAr } from './contributions/ar.ts';
import { draftsAr } from './drafts/ar.ts';
import { editorAr } from './editor/ar.ts';
import type { Messages } from './en.ts';
import { governanceAr } from './governance/ar.ts';
import { definitionsAr } from './governance/definitions-ar.ts';
import { mediaAr } from './media/ar.ts';
import { readingAr } from './reading/ar.ts';
import { trashAr } from './trash/ar.ts';
import { footnotesAr } from './writing/footnotes-ar.ts';
import { outlineAr } from './writing/outline-ar.ts';
import { slashAr } from './writing/slash-ar.ts';
import { tablesAr } from './writing/tables-ar.ts';
import { writingAr } from './writing/ar.ts';

/** The texts of all components, in Arabic. */
export const ar: Messages = {
  ...chatAr,
  ...commentsAr,
  ...commonAr,
  ...contentAr,
  ...contributionsAr,
  ...draftsAr,
  ...editorAr,
  ...governanceAr,
  ...definitionsAr,
  ...mediaAr,
  ...readingAr,
  ...trashAr,
  ...footnotesAr,
  ...outlineAr,
  ...slashAr,
  ...tablesAr,
  ...writingAr,
};
