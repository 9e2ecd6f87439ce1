import { newIntent } from '@colophon/client';
import { useCallback, useEffect, useState } from 'react';
import { type ColophonClient, send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { GovernanceDefinitions } from '../../../state/governance/definitions.ts';
import { readDefinitions } from '../../../state/governance/read-governance.ts';
import { readList } from '../../../state/read-list.ts';
import { useColophon } from '../../provider/colophon-context.ts';

export type DefinitionKind = 'policies' | 'profiles' | 'assignments';

/** A stored definition. */
export type StoredDefinition = Readonly<Record<string, unknown>> & { readonly id: string; readonly rev: number };

type StoredDefinitions = Readonly<Record<DefinitionKind, readonly StoredDefinition[]>>;

export interface Definitions {
  /** The effective definitions; null until loaded. */
  readonly effective: GovernanceDefinitions['effective'] | null;
  readonly stored: StoredDefinitions;
  readonly problem: EditorProblem | null;
  readonly reload: () => void;
  /** Creates a definition, or updates the one with that id. @throws ProblemError */
  readonly save: (kind: DefinitionKind, definition: object & { readonly id?: string; readonly rev?: number }) => Promise<void>;
  /** Deletes a stored definition. @throws ProblemError */
  readonly remove: (kind: DefinitionKind, stored: StoredDefinition) => Promise<void>;
}

const PATHS: Readonly<Record<DefinitionKind, string>> = {
  policies: '/content-governance-policies',
  profiles: '/content-governance-profiles',
  assignments: '/content-governance-assignments',
};

const NOTHING: StoredDefinitions = { policies: [], profiles: [], assignments: [] };

/** Fields that the server sets: they are read, but not sent. */
const KEPT = new Set(['id', 'rev', 'created_at', 'updated_at', 'tenantId', 'metadata']);

/** The effective definitions, the stored ones, and the actions on them. */
export function useDefinitions(onChange: (() => void) | undefined): Definitions {
  const { client } = useColophon();
  const [read, setRead] = useState<Pick<Definitions, 'effective' | 'stored' | 'problem'>>({
    effective: null,
    stored: NOTHING,
    problem: null,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    readAll(client, control.signal).then(
      (all) => !control.signal.aborted && setRead({ ...all, problem: null }),
      (error: unknown) => !control.signal.aborted && setRead((before) => ({ ...before, problem: problemOf(error) })),
    );
    return () => control.abort();
  }, [client, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const changed = useCallback(() => {
    setRound((before) => before + 1);
    onChange?.();
  }, [onChange]);
  return {
    ...read,
    reload,
    async save(kind, definition) {
      if (client === null) return;
      const { id, rev } = definition;
      const fields = Object.entries(definition).filter(([name]) => !KEPT.has(name) && !(id !== undefined && name === 'key'));
      const body = Object.fromEntries(fields.map(([name, value]) => [name, value === '' && name === 'label' ? null : (value as unknown)]));
      if (id === undefined) await send(client, 'post', PATHS[kind], { body, intent: newIntent() });
      else await send(client, 'patch', `${PATHS[kind]}/{id}`, { params: { path: { id } }, body, ifMatch: rev });
      changed();
    },
    async remove(kind, { id, rev }) {
      if (client === null) return;
      await send(client, 'delete', `${PATHS[kind]}/{id}`, { params: { path: { id } }, ifMatch: rev });
      changed();
    },
  };
}

async function readAll(client: ColophonClient, signal: AbortSignal): Promise<Pick<Definitions, 'effective' | 'stored'>> {
  const list = (kind: DefinitionKind): Promise<readonly StoredDefinition[]> => readList(client, PATHS[kind], { signal });
  const [all, policies, profiles, assignments] = await Promise.all([
    send(client, 'get', '/contents/governance', { signal }),
    list('policies'),
    list('profiles'),
    list('assignments'),
  ]);
  return { effective: readDefinitions(all.value).effective, stored: { policies, profiles, assignments } };
}
