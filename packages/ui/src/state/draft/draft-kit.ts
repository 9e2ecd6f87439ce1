// What an editor loads once a piece has a draft: with Yjs, which a page with forms alone never loads.
export { formOfDraft, linksOfValues, valuesOfForm, writeForm } from './draft-form.ts';
export { SharedDraft } from './shared-draft.ts';
