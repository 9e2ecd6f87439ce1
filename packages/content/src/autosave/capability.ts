import { type Call, type Caller, type JsonObject, pageOutput, permits } from '@colophon/core';
import { contentAccess } from '../record/access.ts';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { NestedList } from '../record/nested-list.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { AutosaveAnswer, AutosavedAnswer, AutosaveInput, EditorAnswer, LARGEST_AUTOSAVE } from './autosave-input.ts';
import { ContentAutosaves } from './content-autosave.ts';
import {
  type Autosaved,
  discardAutosave,
  type Editor,
  editorsOf,
  forgetSaved,
  keepAutosave,
  ownAutosave,
  sweepAutosaves,
} from './keep-autosave.ts';

function mayEdit(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return isTenantStaff(caller, record) && permits(contentAccess.update ?? 'nobody', caller, record);
}

/** What somebody types is kept beside the record until they save it, and others are told who is typing. */
export const autosave = capability({
  stores: [ContentAutosaves],
  afterSave: forgetSaved,
  sweeps: [(database) => sweepAutosaves(database)],
  record: {
    operations: {
      getAutosave: {
        method: 'GET',
        path: ['autosave'],
        output: AutosaveAnswer,
        // Who may not edit any more still gets back what they typed.
        access: isTenantStaff,
        description: 'What you typed into the record and did not save.',
      },
      putAutosave: {
        method: 'PUT',
        path: ['autosave'],
        input: AutosaveInput,
        output: AutosavedAnswer,
        access: mayEdit,
        bodyLimit: LARGEST_AUTOSAVE + 100_000,
        // It must not wait for whoever saves the record.
        transaction: false,
        description: 'Keep what you typed beside the record: no revision, no version, and nobody else sees it.',
      },
      discardAutosave: {
        method: 'DELETE',
        path: ['autosave'],
        access: isTenantStaff,
        description: 'Throw away what you typed and did not save.',
      },
      listEditors: {
        method: 'GET',
        path: ['editors'],
        output: pageOutput(EditorAnswer),
        access: isTenantStaff,
        description: 'Who else typed into the record within the last two minutes.',
      },
    },
    methods: {
      /** What the caller typed into the record and did not save. @throws NotFoundError */
      getAutosave(this: ContentRecord, call: Call = this.call): Promise<Autosaved & { readonly fields: JsonObject }> {
        return ownAutosave(this, call);
      },

      /** Keeps what the caller typed, beside the record. @throws ConflictError `autosave_older` */
      putAutosave(this: ContentRecord, input: AutosaveInput, call: Call = this.call): Promise<Autosaved> {
        return keepAutosave(this, input, call);
      },

      /** Throws away what the caller typed. @throws NotFoundError */
      discardAutosave(this: ContentRecord, call: Call = this.call): Promise<void> {
        return discardAutosave(this, call);
      },

      /** Who else is editing: a notice, never a lock. */
      async listEditors(this: ContentRecord, call: Call = this.call): Promise<NestedList<Editor>> {
        return NestedList.whole(await editorsOf(this, call));
      },
    },
  },
});
