import { type Call, type Caller, type Database, hasRole, pageOutput, permits, type Presented, recordOutput } from '@colophon/core';
import { Attempts } from '@colophon/core/throttle';
import { z } from 'zod';
import { contentAccess } from '../record/access.ts';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { id } from '../record/inputs.ts';
import { mayHave } from '../record/may-have.ts';
import { NestedList } from '../record/nested-list.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { ContentTranslations } from './content-translation.ts';
import { draftTranslation } from './draft-translation.ts';
import { addTranslation, keepLanguage, removeTranslation } from './group.ts';
import { languageInput } from './language.ts';
import { readTranslations, type StaffTranslation, TranslationAnswer, type TranslationEntry } from './read-translations.ts';

const AddInput = z.strictObject({
  language: languageInput,
  contentId: id.optional().describe('An existing record; without it a draft is copied.'),
});
type AddInput = z.output<typeof AddInput>;

const LanguageInput = z.strictObject({ language: languageInput });
type LanguageInput = z.output<typeof LanguageInput>;

/**
 * Contributors can translate records of their tenant that they can read, into drafts of their own; linking an existing record requires
 * permission to edit it.
 */
function mayTranslate(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'contributor') && isTenantStaff(caller, record);
}

/** Links a record with its translations, each with its own URL, gate and versions. */
export const translations = capability({
  stores: [ContentTranslations, Attempts],
  beforeSave: keepLanguage,
  presence: { hasTranslations: { table: 'content_translations', column: 'contentId' } },
  present: presentTranslations,
  record: {
    operations: {
      listTranslations: {
        method: 'GET',
        path: ['translations'],
        output: pageOutput(TranslationAnswer),
        description: 'The languages of the record that you can see, including its own.',
      },
      addTranslation: {
        path: ['translations'],
        input: AddInput,
        output: recordOutput(),
        access: mayTranslate,
        creates: true,
        // It locks two records itself, in a fixed order.
        transaction: false,
        description: 'Add a language: an existing record, or a copied draft. Adding it again marks it as up to date.',
      },
      removeTranslation: {
        method: 'DELETE',
        path: ['translations', '{language}'],
        input: LanguageInput,
        access: mayUnlink,
        description: 'Remove a language; its record is kept.',
      },
      draftTranslation: {
        reachesNetwork: true,
        path: ['translations', '{language}', 'translate'],
        input: LanguageInput,
        output: recordOutput(),
        access: mayTranslate,
        creates: true,
        // It waits for an AI; its writes have their own transaction.
        transaction: false,
        background: true,
        description: 'Draft a translation by AI; text written by a person is never overwritten.',
      },
    },
    methods: {
      /** Returns the languages of the record, including its own; empty if it has no translations. */
      async listTranslations(this: ContentRecord, call: Call = this.call): Promise<NestedList<TranslationEntry | StaffTranslation>> {
        return NestedList.whole((await readTranslations(this.database, [this.id], call)).get(this.id) ?? []);
      },

      /**
       * Adds a language.
       *
       * @example
       * const draft = await article.addTranslation({ language: 'de' });
       * draft.language; // 'de'
       */
      addTranslation(this: ContentRecord, input: AddInput, call: Call = this.call): Promise<ContentRecord> {
        return addTranslation(this, input, call);
      },

      /** Removes a language; its record is kept. @throws NotFoundError */
      removeTranslation(this: ContentRecord, { language }: LanguageInput, call: Call = this.call): Promise<void> {
        return removeTranslation(this, language, call);
      },

      /** Drafts a translation. @throws ConflictError `edited_here` @throws UnavailableError */
      draftTranslation(this: ContentRecord, { language }: LanguageInput, call: Call = this.call): Promise<ContentRecord> {
        return draftTranslation(this, language, call);
      },
    },
  },
});

function mayUnlink(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return isTenantStaff(caller, record) && permits(contentAccess.update ?? 'nobody', caller, record);
}

/** Adds `translations` for staff, in one query per page; public pages use `readTranslations` where they show them. */
async function presentTranslations(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const told = records.filter((record) => typeof record['id'] === 'string' && isTenantStaff(call.caller, record));
  if (told.length === 0) return records.map(() => ({}));
  const grouped = told.filter((record) => mayHave(record, 'hasTranslations')).map(({ id: key }) => String(key));
  const found = await readTranslations(database, grouped, call);
  const isTold = new Set(told);
  return records.map((record) => (isTold.has(record) ? { translations: found.get(String(record['id'])) ?? [] } : {}));
}
