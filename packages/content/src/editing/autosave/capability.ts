import { type Call, type Caller, pageOutput, permits } from '@colophon/core';
import { contentAccess } from '../../record/access.ts';
import { capability } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { NestedList } from '../../record/nested-list.ts';
import { isTenantStaff } from '../../record/staff-access.ts';
import { AutosaveAnswer, AutosavedAnswer, AutosaveInput, EditorAnswer, LARGEST_AUTOSAVE } from './autosave-input.ts';
import { ContentAutosaves } from './content-autosave.ts';
import { editorEventRoutes } from './editor-events.ts';
import {
  type Autosaved,
  discardAutosave,
  type Editor,
  editorsOf,
  forgetSaved,
  keepAutosave,
  type OwnAutosave,
  ownAutosave,
  sweepAutosaves,
} from './keep-autosave.ts';

function mayEdit(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return isTenantStaff(caller, record) && permits(contentAccess.update ?? 'nobody', caller, record);
}

/** Stores unsaved input along with a record until it is saved, and shows who else is editing. */
export const autosave = capability({
  stores: [ContentAutosaves],
  routes: editorEventRoutes,
  afterSave: forgetSaved,
  sweeps: [(database) => sweepAutosaves(database)],
  record: {
    operations: {
      getAutosave: {
        method: 'GET',
        path: ['autosave'],
        output: AutosaveAnswer,
        // An author who may no longer edit the record can still read their input.
        access: isTenantStaff,
        description: 'Your unsaved input for the record; without fields if there is none.',
      },
      putAutosave: {
        method: 'PUT',
        path: ['autosave'],
        input: AutosaveInput,
        output: AutosavedAnswer,
        access: mayEdit,
        bodyLimit: LARGEST_AUTOSAVE + 100_000,
        // It must not wait for a concurrent save of the record.
        transaction: false,
        description: 'Store your unsaved input: no revision, no version, and visible only to you.',
      },
      discardAutosave: {
        method: 'DELETE',
        path: ['autosave'],
        access: isTenantStaff,
        description: 'Discard your unsaved input.',
      },
      listEditors: {
        method: 'GET',
        path: ['editors'],
        output: pageOutput(EditorAnswer),
        access: isTenantStaff,
        description: 'Who else has edited the record within the last two minutes.',
      },
    },
    methods: {
      /** Returns the caller's unsaved input; if there is none, `savedAt` is null, `fields` is empty and `sequence` is 0. */
      getAutosave(this: ContentRecord, call: Call = this.call): Promise<OwnAutosave> {
        return ownAutosave(this, call);
      },

      /** Stores the caller's unsaved input. @throws ConflictError `autosave_older` */
      putAutosave(this: ContentRecord, input: AutosaveInput, call: Call = this.call): Promise<Autosaved> {
        return keepAutosave(this, input, call);
      },

      /** Discards the caller's unsaved input, if there is any. */
      discardAutosave(this: ContentRecord, call: Call = this.call): Promise<void> {
        return discardAutosave(this, call);
      },

      /** Returns who else is editing: a notice, not a lock. */
      async listEditors(this: ContentRecord, call: Call = this.call): Promise<NestedList<Editor>> {
        return NestedList.whole(await editorsOf(this, call));
      },
    },
  },
});
