import { type ReactElement, useState } from 'react';
import { definitionsEn } from '../../../messages/governance/definitions-en.ts';
import type { AssignmentDefinition, ProfileDefinition } from '../../../state/governance/definitions.ts';
import type { RootProps } from '../../class-names.ts';
import { ComboField } from '../../controls/combo/ComboField.tsx';
import { SavedForm } from '../../controls/SavedForm.tsx';
import { SelectField } from '../../controls/SelectField.tsx';
import { SwitchField } from '../../controls/SwitchField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useWords } from '../../provider/use-words.ts';

/** An assignment that is being edited; a stored one has an `id`. */
export type AssignmentDraft = AssignmentDefinition & { readonly id?: string; readonly rev?: number };

/** The server's defaults. */
const USUAL = { enabled: true, factLinkingEnabled: false, transparencyEnabled: false, enforcePublishReadiness: false } as const;

export interface ContentGovernanceAssignmentEditorProps extends RootProps {
  /** Missing values have the server's defaults. */
  readonly assignment: Omit<AssignmentDraft, keyof typeof USUAL> & Partial<Pick<AssignmentDraft, keyof typeof USUAL>>;
  /** The available profiles; without them, keys are typed. */
  readonly profiles?: readonly Pick<ProfileDefinition, 'key' | 'label'>[];
  /** The suggested types of pieces; others can be typed. */
  readonly types?: readonly string[];
  /** An exception is shown, errors of fields at the fields. */
  readonly onSave: (assignment: AssignmentDraft) => Promise<void> | void;
  readonly onCancel?: () => void;
}

/** Edits which pieces are governed, and how, in the order of a sentence: pieces of this type must satisfy this profile. */
export function ContentGovernanceAssignmentEditor(props: ContentGovernanceAssignmentEditorProps): ReactElement {
  const { assignment, profiles, types = [], onSave, onCancel, ...root } = props;
  const words = useWords(definitionsEn);
  // First as well, so that the saved members are in the given order.
  const [draft, setDraft] = useState<AssignmentDraft>({ ...assignment, ...USUAL, ...assignment });
  const set = (changes: Partial<AssignmentDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const profile = (name: 'publicationProfileKey' | 'correctionProfileKey', label: string, error: string | null): ReactElement => {
    const value = draft[name] ?? '';
    const change = (key: string): void => set({ [name]: key === '' ? null : key });
    if (profiles === undefined) return <TextField label={label} value={value} onChange={change} error={error} />;
    const options = [
      { value: '', label: words['defs.none'] },
      ...profiles.map((each) => ({ value: each.key, label: each.label || each.key })),
    ];
    return <SelectField label={label} value={value} options={options} onChange={change} error={error} />;
  };
  const flag = (name: 'factLinkingEnabled' | 'transparencyEnabled' | 'enforcePublishReadiness', label: string): ReactElement => (
    <SwitchField label={label} value={draft[name]} onChange={(value) => set({ [name]: value })} />
  );
  return (
    <SavedForm {...root} label={draft.contentType || words['defs.add.assignment']} onSave={() => onSave(draft)} onCancel={onCancel}>
      {(faultOf) => (
        <>
          <ComboField
            label={words['defs.type']}
            value={draft.contentType}
            onChange={(contentType) => set({ contentType })}
            error={faultOf('contentType')}
            options={types.map((type) => ({ value: type, label: type }))}
            input={{ dir: 'ltr', spellCheck: false, autoCapitalize: 'none' }}
          />
          <TextField
            label={words['defs.variant']}
            hint={words['defs.variant.hint']}
            value={draft.variant ?? ''}
            onChange={(variant) => set({ variant: variant === '' ? null : variant })}
            error={faultOf('variant')}
          />
          <SwitchField
            label={words['defs.enabled']}
            hint={words['defs.enabled.hint']}
            value={draft.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          {profile('publicationProfileKey', words['defs.publication'], faultOf('publicationProfileKey'))}
          {flag('enforcePublishReadiness', words['defs.enforce'])}
          {profile('correctionProfileKey', words['defs.correction'], faultOf('correctionProfileKey'))}
          {flag('factLinkingEnabled', words['defs.factLinking'])}
          {flag('transparencyEnabled', words['defs.transparency'])}
        </>
      )}
    </SavedForm>
  );
}
