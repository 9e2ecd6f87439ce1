import { useState } from 'react';
import {
  ContentGovernanceAssignmentEditor,
  ContentGovernanceManager,
  ContentGovernancePolicyEditor,
  ContentGovernanceProfileEditor,
} from '../../src/components/governance/index.ts';
import type { AssignmentDefinition, PolicyDefinition } from '../../src/state/governance/definitions.ts';
import { fakeClient, type SentRequest } from '../../src/testing/fake-client.ts';
import { governedState } from '../../src/testing/governance.ts';
import { problem } from '../../src/testing/problem.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';

const ASSIGNMENT: AssignmentDefinition = {
  contentType: 'article',
  variant: null,
  enabled: true,
  factLinkingEnabled: true,
  transparencyEnabled: true,
  publicationProfileKey: 'publication',
  correctionProfileKey: null,
  enforcePublishReadiness: true,
};

/** A server with built-in definitions, and one policy of a newsroom's own. */
function server(policies: readonly PolicyDefinition[] = governedState().policies) {
  const stored: object[] = policies.slice(2, 3).map((each) => ({ ...each, id: 'p1', rev: 4 }));
  return fakeClient(({ method, path, body, ifMatch }: SentRequest) => {
    if (method !== 'get')
      document.body.dataset['sent'] = `${document.body.dataset['sent'] ?? ''}${method} ${path} ${ifMatch ?? ''} ${JSON.stringify(body)};\n`;
    if (path === '/contents/governance') return { effective: { policies, profiles: governedState().profiles, assignments: [ASSIGNMENT] } };
    if (path === '/content-governance-policies/{id}' && method === 'delete')
      throw problem(409, 'in_use', 'The policy desk is in use: profile publication names it.', {
        hint: 'Take it out of profile publication first.',
      });
    if (path === '/content-governance-policies') return method === 'get' ? { items: stored } : { id: 'p2', rev: 1 };
    if (path === '/contents/readiness') return { items: [{ ready: true }, { ready: false }] };
    if (path === '/contents') return { items: [{ id: '1' }, { id: '2' }] };
    return { items: [] };
  });
}

function Refused() {
  const [did, setDid] = useState('');
  return (
    <>
      <ContentGovernancePolicyEditor
        policy={{
          key: '',
          label: '',
          kind: 'rule',
          instructions: '',
          humanVerdict: true,
          rules: [{ check: 'required_fields', fields: ['title'] }],
        }}
        onSave={async () => {
          await Promise.resolve();
          throw problem(422, 'validation', 'It cannot be saved.', {
            errors: [{ pointer: '/key', code: 'required', detail: 'must be given' }],
          });
        }}
        onCancel={() => setDid('cancelled')}
      />
      <ContentGovernanceProfileEditor
        profile={governedState().profiles[0] ?? { key: '', requirements: [] }}
        policies={governedState().policies}
        onSave={({ requirements }) => setDid(requirements.map(({ policyKey }) => policyKey).join(' '))}
      />
      <ContentGovernanceAssignmentEditor assignment={ASSIGNMENT} onSave={(assignment) => setDid(JSON.stringify(assignment))} />
      <p data-did>{did}</p>
    </>
  );
}

const hostile: readonly PolicyDefinition[] = [
  { key: HOSTILE.attribute, label: HOSTILE_TEXT, kind: 'custom', instructions: HOSTILE.markup, humanVerdict: true, rules: [] },
];

export const stories: Stories = {
  'governance manager': () => ({ provider: { client: server(), role: 'admin' }, render: () => <ContentGovernanceManager /> }),
  'governance manager, as a reader of German': () => ({
    provider: { client: server(), role: 'editor', locale: 'de' },
    render: () => <ContentGovernanceManager />,
  }),
  'governance manager, hostile': () => ({
    provider: { client: server(hostile), role: 'admin' },
    render: () => <ContentGovernanceManager />,
  }),
  'governance editors': () => ({ render: () => <Refused /> }),
};
