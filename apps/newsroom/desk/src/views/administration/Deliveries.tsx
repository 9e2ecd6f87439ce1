import { useColophon } from '@colophon/ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { RowAction } from '../../parts/RowAction.tsx';
import { StatusChoice, useStatus } from '../../parts/StatusChoice.tsx';
import { nextLookAt, outcomeOf, type Webhook, type WebhookDelivery } from './webhook.ts';

const WHICH = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'held', label: 'Held' },
] as const;
const TONES = { waiting: 'neutral', delivered: 'success', failed: 'danger', held: 'warning' } as const;

/** Webhook deliveries, the latest first; asked again while one is pending. */
export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }): ReactElement {
  const status = useStatus();
  const list = useList<WebhookDelivery>('/webhook-deliveries', {
    query: { ...(status !== '' && { status }), orderBy: '-created_at' },
    askAgainIn: (items) => nextLookAt(items, webhooks, Date.now()),
  });
  const refresh = useRefresh();
  const outcomes = list.value?.map(({ id, status: outcome }) => `${id} ${outcome}`).join();
  const known = useRef(outcomes);
  useEffect(() => {
    // What became of a delivery may have changed the state of its webhook.
    if (known.current !== undefined && outcomes !== known.current) void refresh('/webhooks');
    known.current = outcomes;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of an outcome
  }, [outcomes]);
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <StatusChoice options={WHICH} />
      <ListBody list={list} empty="No matching deliveries.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                to={webhooks.find(({ id }) => id === delivery.webhookId)}
                onDone={list.refresh}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </section>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly to: Webhook | undefined;
  readonly onDone: () => void;
}

function DeliveryRow({ delivery, to, onDone }: DeliveryRowProps): ReactElement {
  const { format } = useColophon();
  const { id, kind, status, occurredAt, nextAttemptAt } = delivery;
  return (
    <li>
      <span className="desk-row-main">
        <strong>{kind}</strong>{' '}
        <span className="colo-label" data-tone={TONES[status]}>
          {status}
        </span>{' '}
        <span className="colo-quiet">
          {to && (
            <>
              <bdi>{to.description ?? to.url}</bdi> ·{' '}
            </>
          )}
          {format.dateTime(occurredAt)} · {outcomeOf(delivery)}
          {status === 'waiting' && to?.enabled === false && ' · sent once the webhook is enabled'}
          {status === 'waiting' && to?.enabled !== false && nextAttemptAt !== null && ` · next ${format.dateTime(nextAttemptAt)}`}
        </span>
      </span>
      {status !== 'waiting' && (
        <RowAction
          label="Redeliver"
          of={kind}
          work={() => api.post('/webhook-deliveries/{id}/redeliver', { path: { id } })}
          done="Delivery queued."
          onDone={onDone}
        />
      )}
    </li>
  );
}
