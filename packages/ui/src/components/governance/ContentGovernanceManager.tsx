import { type ReactElement, useState } from 'react';
import { definitionsEn } from '../../messages/governance/definitions-en.ts';
import type { AssignmentDefinition, PolicyDefinition, ProfileDefinition } from '../../state/governance/definitions.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { Notice, ProblemNotice } from '../controls/Notice.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { ContentGovernanceAssignmentEditor } from './editors/ContentGovernanceAssignmentEditor.tsx';
import { ContentGovernancePolicyEditor } from './editors/ContentGovernancePolicyEditor.tsx';
import { ContentGovernanceProfileEditor } from './editors/ContentGovernanceProfileEditor.tsx';
import { DefinitionList } from './manager/DefinitionList.tsx';
import { ProfileStanding } from './manager/ProfileStanding.tsx';
import { useDefinitions } from './manager/use-definitions.ts';

export interface ContentGovernanceManagerProps extends RootProps {
  /** Called after a definition was saved or removed. */
  readonly onChange?: () => void;
  /** Shows it read-only, as for everyone who is not an admin. */
  readonly readOnly?: boolean;
}

const NEW_POLICY: PolicyDefinition = { key: '', label: '', kind: 'human', instructions: '', humanVerdict: true, rules: [] };
const NEW_PROFILE: ProfileDefinition = { key: '', label: '', requirements: [] };
const NEW_ASSIGNMENT: AssignmentDefinition = {
  contentType: '',
  variant: null,
  enabled: true,
  factLinkingEnabled: true,
  transparencyEnabled: true,
  publicationProfileKey: null,
  correctionProfileKey: null,
  enforcePublishReadiness: true,
};

/**
 * Policies, profiles and assignments: built-in, changed and custom ones, and where each is used. Changing
 * a built-in one stores a custom one with its key; deleting that restores the built-in one.
 */
export function ContentGovernanceManager(props: ContentGovernanceManagerProps): ReactElement {
  return (
    <Guard>
      <GuardedManager {...props} />
    </Guard>
  );
}

function GuardedManager({ onChange, readOnly = false, className, id }: ContentGovernanceManagerProps): ReactElement {
  const { role } = useColophon();
  const words = useWords(definitionsEn);
  const definitions = useDefinitions(onChange);
  const [open, setOpen] = useState<string | null>(null);
  const isReader = readOnly || (role !== null && role !== 'admin');
  const { effective, problem, reload } = definitions;
  if (effective === null) return problem ? <ProblemNotice problem={problem} onRetry={reload} /> : <Busy lines={6} />;
  const { policies, profiles, assignments } = effective;
  const list = { definitions, open, onOpen: setOpen, isReader };
  return (
    <section className={classNames('colo-scope colo-gov', className)} id={id} aria-label={words['defs.label']}>
      {isReader && (
        <Notice>
          <p>{words['defs.readOnly']}</p>
        </Notice>
      )}
      <DefinitionList
        {...list}
        kind="policies"
        items={policies}
        create={NEW_POLICY}
        keyOf={({ key }) => key}
        nameOf={({ key, label }) => label || key}
        aboutOf={({ kind }) => words[`defs.kind.${kind}`]}
        usedBy={({ key }) =>
          profiles
            .filter(({ requirements }) => requirements.some(({ policyKey }) => policyKey === key))
            .map((each) => each.label || each.key)
        }
      >
        {(policy, onSave, onCancel) => <ContentGovernancePolicyEditor policy={policy} onSave={onSave} onCancel={onCancel} />}
      </DefinitionList>
      <DefinitionList
        {...list}
        kind="profiles"
        items={profiles}
        create={NEW_PROFILE}
        keyOf={({ key }) => key}
        nameOf={({ key, label }) => label || key}
        aboutOf={({ requirements }) => requirements.map(({ policyKey }) => policyKey).join(', ')}
        usedBy={({ key }) =>
          assignments
            .filter((each) => each.publicationProfileKey === key || each.correctionProfileKey === key)
            .map(({ contentType, variant }) => [contentType, variant].filter(Boolean).join(' / '))
        }
        detailOf={({ key }) => <ProfileStanding profileKey={key} />}
      >
        {(profile, onSave, onCancel) => (
          <ContentGovernanceProfileEditor profile={profile} policies={policies} onSave={onSave} onCancel={onCancel} />
        )}
      </DefinitionList>
      <DefinitionList
        {...list}
        kind="assignments"
        items={assignments}
        create={NEW_ASSIGNMENT}
        keyOf={({ contentType, variant }) => `${contentType}/${variant ?? ''}`}
        nameOf={({ contentType, variant }) => [contentType, variant].filter(Boolean).join(' / ')}
        aboutOf={({ publicationProfileKey, enabled }) => (enabled ? (publicationProfileKey ?? words['defs.none']) : '–')}
      >
        {(assignment, onSave, onCancel) => (
          <ContentGovernanceAssignmentEditor
            assignment={assignment}
            profiles={profiles}
            types={['article', 'document', 'mirror']}
            onSave={onSave}
            onCancel={onCancel}
          />
        )}
      </DefinitionList>
    </section>
  );
}
