import { ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { useAnswer, useList, useRefresh } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { View } from '../../shell/View.tsx';
import { Deliveries } from './Deliveries.tsx';
import type { Webhook, WebhookKind } from './webhook.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookRow } from './WebhookRow.tsx';

/** Webhooks and their deliveries. */
export function Webhooks(): ReactElement {
  const refresh = useRefresh();
  const [isNew, setIsNew] = useState(false);
  const list = useList<Webhook>('/webhooks', { query: { orderBy: '-created_at' }, limit: 100 });
  const { value: offered, problem, refresh: again } = useAnswer<{ readonly items: readonly WebhookKind[] }>('/webhooks/kinds');
  const kinds = offered?.items ?? [];
  return (
    <View
      title="Webhooks"
      lead="Send events to other programs, for example to rebuild a site or to post to a chat. Requests are signed according to Standard Webhooks."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => setIsNew(true)}>
          New webhook
        </button>
      }
    >
      {problem && <ProblemNotice problem={problem} onRetry={again} />}
      {isNew && <WebhookForm kinds={kinds} onClose={() => setIsNew(false)} />}
      <ListBody list={list} empty="No webhooks yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} kinds={kinds} onChanged={() => refresh('/webhook')} />
            ))}
          </ul>
        )}
      </ListBody>
      {list.value && list.value.length > 0 && <Deliveries webhooks={list.value} />}
    </View>
  );
}
