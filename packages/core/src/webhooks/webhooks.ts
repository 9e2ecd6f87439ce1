import { z } from 'zod';
import type { Call } from '../callers/call.ts';
import { ConflictError } from '../errors/errors.ts';
import { collection } from '../objects/collection.ts';
import { newKey } from '../fields/new-key.ts';
import type { Operations } from '../registry/operation-options.ts';
import { itemsOutput } from '../registry/outputs.ts';
import { senderOf, type WebhookEventKind } from './webhook-sender.ts';
import { makeWebhookSecret, sealSecret } from './secret.ts';
import { Webhook } from './webhook.ts';

/** Maximum number of webhooks per tenant. */
const MAXIMUM_WEBHOOKS = 100;

type NewWebhook = z.infer<typeof NewWebhook>;
const NewWebhook = z.strictObject({
  url: z.string().min(1).max(2000).describe('The URL that requests are sent to: public, preferably https.'),
  kinds: z.array(z.string().max(100)).max(100).default([]).describe('The event kinds to deliver; empty means all.'),
  description: z.string().max(200).nullish().describe('The purpose of the webhook.'),
  enabled: z.boolean().default(true),
});

const Registered = z.object({
  id: z.string(),
  url: z.string(),
  kinds: z.array(z.string()),
  description: z.string().nullable(),
  enabled: z.boolean(),
  secret: z.string().describe('The secret that signs requests, shown only once.'),
});
/** A new webhook with its secret, which is shown once. */
export type RegisteredWebhook = z.infer<typeof Registered>;

const Kind = z.object({ kind: z.string(), description: z.string() });

/** The webhooks of all tenants. */
export class Webhooks extends collection(Webhook) {
  static readonly operations: Operations<Webhooks> = {
    register: {
      input: NewWebhook,
      output: Registered,
      path: [],
      access: 'admin',
      creates: true,
      replay: false,
      description: 'Create a webhook and return its secret, which is never shown again.',
    },
    listKinds: {
      output: itemsOutput(Kind),
      method: 'GET',
      path: ['kinds'],
      access: 'admin',
      description: 'The event kinds that webhooks can receive.',
    },
  };

  /**
   * Creates a webhook in the caller's tenant.
   *
   * @throws ValidationError for a URL that is not allowed, or an unknown kind
   * @throws ConflictError `too_many_webhooks`
   */
  async register({ url, kinds, description, enabled }: NewWebhook, call: Call = this.call): Promise<RegisteredWebhook> {
    const { tenantId } = call.caller;
    return this.transaction(async () => {
      await this.database.lock(`webhooks ${tenantId ?? ''}`);
      const where = { tenantId: tenantId === null ? { null: true } : tenantId };
      if ((await this.count({ where: where as never })) >= MAXIMUM_WEBHOOKS) {
        throw new ConflictError(`There are ${MAXIMUM_WEBHOOKS} webhooks already.`, {
          code: 'too_many_webhooks',
          hint: 'Delete those that are no longer needed.',
        });
      }
      const [id, secret] = [newKey(), makeWebhookSecret()];
      const sealed = sealSecret(senderOf(this.database).sealKey, secret, id);
      const made = await this.add({ id, url, kinds, description: description ?? null, enabled, secret: sealed, tenantId } as never);
      return { id, url: made.url, kinds: made.kinds, description: made.description, enabled: made.enabled, secret };
    });
  }

  /** Returns the event kinds that webhooks can receive. */
  async listKinds(): Promise<{ items: WebhookEventKind[] }> {
    return { items: senderOf(this.database).kinds.map(({ kind, description }) => ({ kind, description })) };
  }
}
