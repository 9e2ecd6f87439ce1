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
  contentId: id.optional().describe('A record that is there already; without it a draft is copied.'),
});
type AddInput = z.output<typeof AddInput>;

const LanguageInput = z.strictObject({ language: languageInput });
type LanguageInput = z.output<typeof LanguageInput>;

/** Contributors translate what they may read of their tenant, into drafts of their own; linking what is there takes the right to edit it. */
function mayTranslate(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'contributor') && isTenantStaff(caller, record);
}

/** A record says the same as others in other languages, each with an address, a gate and versions of its own. */
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
        description: 'The languages in which the record can be read, itself included, as far as you may see them.',
      },
      addTranslation: {
        path: ['translations'],
        input: AddInput,
        output: recordOutput(),
        access: mayTranslate,
        creates: true,
        // Its own locks two records, in an order of its own.
        transaction: false,
        description: 'Add a language: a record that is there, or a draft that is copied. Again: say that it is up to date.',
      },
      removeTranslation: {
        method: 'DELETE',
        path: ['translations', '{language}'],
        input: LanguageInput,
        access: mayUnlink,
        description: 'Take a language out; its record stays.',
      },
      draftTranslation: {
        path: ['translations', '{language}', 'translate'],
        input: LanguageInput,
        output: recordOutput(),
        access: mayTranslate,
        creates: true,
        // It waits for an AI; what it writes has a transaction of its own.
        transaction: false,
        background: true,
        description: 'Have a translation drafted by AI; what a person wrote is never written over.',
      },
    },
    methods: {
      /** The languages in which the record can be read, itself included; none where it stands alone. */
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

      /** Takes a language out; its record stays. @throws NotFoundError */
      removeTranslation(this: ContentRecord, { language }: LanguageInput, call: Call = this.call): Promise<void> {
        return removeTranslation(this, language, call);
      },

      /** Has a translation drafted. @throws ConflictError `edited_here` @throws UnavailableError */
      draftTranslation(this: ContentRecord, { language }: LanguageInput, call: Call = this.call): Promise<ContentRecord> {
        return draftTranslation(this, language, call);
      },
    },
  },
});

function mayUnlink(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return isTenantStaff(caller, record) && permits(contentAccess.update ?? 'nobody', caller, record);
}

/** Adds `translations` for the staff, by one query a page; readers' pages ask with `readTranslations` where they show them. */
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
