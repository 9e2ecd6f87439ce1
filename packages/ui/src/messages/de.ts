import type { Messages } from './en.ts';
import { chatDe } from './chat/de.ts';
import { commentsDe } from './comments/de.ts';
import { commonDe } from './common/de.ts';
import { contentDe } from './content/de.ts';
import { draftsDe } from './drafts/de.ts';
import { editorDe } from './editor/de.ts';
import { governanceDe } from './governance/de.ts';
import { contributionsDe } from './contributions/de.ts';
import { definitionsDe } from './governance/definitions-de.ts';
import { mediaDe } from './media/de.ts';
import { readingDe } from './reading/de.ts';
import { trashDe } from './trash/de.ts';
import { footnotesDe } from './writing/footnotes-de.ts';
import { outlineDe } from './writing/outline-de.ts';
import { slashDe } from './writing/slash-de.ts';
import { tablesDe } from './writing/tables-de.ts';
import { writingDe } from './writing/de.ts';

/** Die Texte aller Komponenten, auf Deutsch. */
export const de: Messages = {
  ...chatDe,
  ...commentsDe,
  ...commonDe,
  ...contentDe,
  ...draftsDe,
  ...editorDe,
  ...governanceDe,
  ...contributionsDe,
  ...definitionsDe,
  ...mediaDe,
  ...readingDe,
  ...trashDe,
  ...footnotesDe,
  ...outlineDe,
  ...slashDe,
  ...tablesDe,
  ...writingDe,
};
