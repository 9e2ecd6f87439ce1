import { type ReactElement, useState } from 'react';
import { definitionsEn } from '../../../messages/governance/definitions-en.ts';
import type { PolicyDefinition, ProfileDefinition } from '../../../state/governance/definitions.ts';
import type { RootProps } from '../../class-names.ts';
import { RowsField } from '../../controls/RowsField.tsx';
import { SavedForm } from '../../controls/SavedForm.tsx';
import { SelectField } from '../../controls/SelectField.tsx';
import { SwitchField } from '../../controls/SwitchField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useWords } from '../../provider/use-words.ts';
import { KeyAndName } from './KeyAndName.tsx';

/** A profile that is being edited; a stored one has an `id`. */
export type ProfileDraft = ProfileDefinition & { readonly id?: string; readonly rev?: number };

export interface ContentGovernanceProfileEditorProps extends RootProps {
  readonly profile: ProfileDraft;
  /** The available policies; without them, keys are typed. */
  readonly policies?: readonly Pick<PolicyDefinition, 'key' | 'label'>[];
  /** An exception is shown, errors of fields at the fields. */
  readonly onSave: (profile: ProfileDraft) => Promise<void> | void;
  readonly onCancel?: () => void;
}

/** Edits a profile: policies in order, each blocking or not. */
export function ContentGovernanceProfileEditor(props: ContentGovernanceProfileEditorProps): ReactElement {
  const { profile, policies, onSave, onCancel, ...root } = props;
  const words = useWords(definitionsEn);
  const [draft, setDraft] = useState(profile);
  const set = (changes: Partial<ProfileDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const nameOf = (key: string): string => policies?.find((policy) => policy.key === key)?.label || key || words['defs.requirement'];
  return (
    <SavedForm {...root} label={draft.label || draft.key || words['defs.add.profile']} onSave={() => onSave(draft)} onCancel={onCancel}>
      {(faultOf) => (
        <>
          <KeyAndName draft={draft} onChange={set} faultOf={faultOf} />
          <RowsField
            label={words['defs.requirements']}
            rows={draft.requirements}
            onChange={(requirements) => set({ requirements })}
            nameOf={({ policyKey }) => nameOf(policyKey)}
            create={() => ({ policyKey: policies?.[0]?.key ?? '', blocking: true })}
            addLabel={words['defs.requirement.add']}
            error={faultOf('requirements')}
          >
            {(row, change) => (
              <>
                {policies ? (
                  <SelectField
                    label={words['defs.requirement']}
                    value={row.policyKey}
                    options={policies.map(({ key }) => ({ value: key, label: nameOf(key) }))}
                    onChange={(policyKey) => change({ ...row, policyKey })}
                  />
                ) : (
                  <TextField
                    label={words['defs.requirement']}
                    value={row.policyKey}
                    onChange={(policyKey) => change({ ...row, policyKey })}
                  />
                )}
                <SwitchField label={words['defs.blocking']} value={row.blocking} onChange={(blocking) => change({ ...row, blocking })} />
              </>
            )}
          </RowsField>
        </>
      )}
    </SavedForm>
  );
}
