import { Busy, ProblemNotice } from '@colophon/ui/controls';
import { ContentContributionTypeManager, type ContributionType } from '@colophon/ui/contributions';
import type { ReactElement } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';

/** The settings of contribution types. */
export function ContributionTypes(): ReactElement {
  const refresh = useRefresh();
  const list = useList<ContributionType>('/content-contribution-types', { query: { orderBy: 'key' }, limit: 100 });
  const save = async ({ id, rev, key, ...rest }: ContributionType): Promise<void> => {
    const body = Object.fromEntries(WRITTEN.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]])));
    if (id === undefined) await api.post('/content-contribution-types', { body: { key, ...body } });
    else await api.patch('/content-contribution-types/{id}', { path: { id }, body, ifMatch: rev });
    await refresh('/content-contribution-types');
  };
  const remove = async (key: string): Promise<void> => {
    const type = list.value?.find((each) => each.key === key);
    if (type?.id === undefined) return;
    await api.delete('/content-contribution-types/{id}', { path: { id: type.id }, ifMatch: type.rev });
    await refresh('/content-contribution-types');
  };
  return (
    <View
      title="Contribution types"
      lead="What people can submit, when submissions are quarantined, and what approved contributions become."
    >
      {list.problem && <ProblemNotice problem={list.problem} onRetry={list.refresh} />}
      {list.value === undefined && list.problem === null && <Busy />}
      {list.value && <ContentContributionTypeManager types={list.value} onSave={save} onDelete={remove} />}
    </View>
  );
}

const WRITTEN = [
  'label',
  'enabled',
  'allowedChannels',
  'allowText',
  'allowFiles',
  'allowEmptyText',
  'openTo',
  'intakeRules',
  'promotion',
] as const;
