import { Busy, ProblemNotice, SelectField } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { api } from '../../api/api.ts';
import { useSession } from '../../api/session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { View } from '../../shell/View.tsx';

const FREQUENCIES = [
  { value: 'now', label: 'Immediately' },
  { value: 'daily', label: 'Daily digest' },
  { value: 'off', label: 'Never' },
] as const;

interface Kind {
  readonly kind: string;
  readonly label: string;
  readonly frequency: (typeof FREQUENCIES)[number]['value'];
}

/** Email notification settings. Changes are saved immediately. */
export function Notifications(): ReactElement {
  const { user } = useSession();
  const { value, problem, refresh } = useAnswer<{ readonly items: readonly Kind[] }>('/notification-settings/kinds');
  return (
    <View
      title="Notifications"
      lead={
        <>
          Emails that are sent to <bdi>{user.email}</bdi>. Every email also has an unsubscribe link.
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {value === undefined && problem === null && <Busy lines={6} />}
      {value?.items.length === 0 && <p className="colo-list-empty">There are no notifications for your role.</p>}
      {value && value.items.length > 0 && (
        <ul className="desk-rows desk-settings">
          {value.items.map((item) => (
            <KindRow key={item.kind} item={item} onChosen={refresh} />
          ))}
        </ul>
      )}
    </View>
  );
}

function KindRow({ item, onChosen }: { readonly item: Kind; readonly onChosen: () => void }): ReactElement {
  const { run, problem } = useSending();
  const choose = async (frequency: string): Promise<void> => {
    const path = { kind: item.kind };
    const chosen = FREQUENCIES.find(({ value }) => value === frequency)?.label ?? frequency;
    await run(
      () => api.put('/notification-settings/kinds/{kind}', { path, body: { kind: item.kind, frequency } }),
      `${item.label}: ${chosen}`,
    );
    onChosen();
  };
  return (
    <li>
      <SelectField label={item.label} value={item.frequency} options={[...FREQUENCIES]} onChange={(frequency) => void choose(frequency)} />
      {problem && (
        <div className="desk-row-below">
          <ProblemNotice problem={problem} />
        </div>
      )}
    </li>
  );
}
