import type { Call } from '../callers/call.ts';
import { ConflictError, ValidationError } from '../errors/errors.ts';
import { boolean } from '../fields/boolean.ts';
import { datetime } from '../fields/datetime.ts';
import { list } from '../fields/list.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { object } from '../objects/object.ts';
import type { SaveContext } from '../objects/hooks.ts';
import type { Operations } from '../registry/operation-options.ts';
import { recordOutput } from '../registry/outputs.ts';
import type { Database } from '../storage/database.ts';
import { z } from 'zod';
import { senderOf } from './webhook-sender.ts';
import { WEBHOOK_FORMATS } from './message.ts';
import { ownTenant } from './own-tenant.ts';
import { makeWebhookSecret, sealSecret } from './secret.ts';
import { testWebhook } from './test-webhook.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** How long the previous secret signs in addition to the new one. */
const ROTATION_MS = 24 * 3_600_000;
const BY_SETTINGS = ['url', 'kinds', 'description'];

const Rotated = z.object({
  id: z.string(),
  secret: z.string().describe('The new secret, shown only once.'),
  previousSecretUntil: z.iso.datetime().describe('Until when requests are also signed with the previous secret.'),
});
/** A new secret, which is shown once. */
export type RotatedSecret = z.infer<typeof Rotated>;

/** A receiver of events over HTTP. Its secret is shown once, at creation, and encrypted at rest. */
export class Webhook extends object(
  {
    url: text({ required: true, maxLength: 2000, description: 'The URL that requests are sent to; it must be public.' }),
    kinds: list(text({ maxLength: 100 }), { maxItems: 100, description: 'The event kinds to deliver; empty means all.' }),
    description: text({ maxLength: 200, description: 'The purpose of the webhook.' }),
    enabled: boolean({
      default: true,
      description: 'Whether events are delivered. Pending deliveries of a disabled webhook are sent when it is enabled.',
    }),
    format: text({ values: WEBHOOK_FORMATS, default: 'standard', readOnly: true, description: 'websub is the configured hub.' }),
    secret: text({ maxLength: 500, private: true }),
    previousSecret: text({ maxLength: 500, private: true }),
    previousSecretUntil: datetime({ readOnly: true, description: 'Until when the previous secret also signs.' }),
    failures: integer({ default: 0, minimum: 0, readOnly: true, description: 'Number of consecutive failed attempts.' }),
    failingSince: datetime({ readOnly: true, description: 'When the first of these attempts failed.' }),
    pausedUntil: datetime({
      readOnly: true,
      description: 'Nothing is sent before this time: the receiver asked for a pause, or is overloaded.',
    }),
    disabledReason: text({ values: WEBHOOK_DISABLED_REASONS, readOnly: true, description: 'Why it was disabled automatically.' }),
  },
  {
    table: 'webhooks',
    tenant: true,
    api: { include: ['list', 'get', 'update', 'delete', 'register', 'listKinds', 'rotateSecretAction', 'testAction'] },
    mcp: false,
    cli: { include: ['list', 'get', 'update', 'delete', 'register', 'listKinds', 'rotateSecretAction', 'testAction'] },
    access: { read: 'admin', create: 'nobody', update: 'admin', delete: 'admin', visible: ownTenant },
    indexes: [['tenantId', 'enabled']],
    description: 'Webhooks: receivers of events, signed as Standard Webhooks.',
  },
) {
  static readonly operations: Operations<Webhook> = {
    rotateSecretAction: {
      path: ['rotate'],
      output: Rotated,
      access: 'admin',
      replay: false,
      description: 'Create a new secret and return it once. For 24 hours requests are signed with both.',
    },
    testAction: {
      path: ['test'],
      output: recordOutput('webhook_deliveries'),
      access: 'admin',
      transaction: false,
      description: 'Send one webhook.test now and return the result. It is not retried, and changes nothing else.',
    },
  };

  /** Creates a new secret and returns it once. @throws ConflictError for the configured hub, which has none */
  async rotateSecretAction(call: Call = this.call): Promise<RotatedSecret> {
    if (this.format !== 'standard') throw bySettings();
    const secret = makeWebhookSecret();
    this.previousSecret = this.secret;
    this.previousSecretUntil = new Date(call.now().getTime() + ROTATION_MS).toISOString();
    this.secret = sealSecret(senderOf(this.database).sealKey, secret, this.id);
    await this.save();
    return { id: this.id, secret, previousSecretUntil: this.previousSecretUntil };
  }

  /**
   * Sends one `webhook.test` to the receiver, whether the webhook is enabled or not.
   *
   * @throws TooManyAttemptsError after ten in ten minutes
   */
  testAction(call: Call = this.call): Promise<WebhookDelivery> {
    return testWebhook(this, call);
  }

  protected override async beforeSave({ created, changed, call }: SaveContext): Promise<void> {
    if (this.format === 'standard') {
      if (created || changed.includes('url')) requireReceiver(this.database, this.url);
      if (created || changed.includes('kinds')) requireKinds(this.database, this.kinds);
    } else if (call.caller.kind !== 'system' && changed.some((name) => BY_SETTINGS.includes(name))) {
      throw bySettings();
    }
    if (!changed.includes('enabled')) return;
    // Enabling it states that it works again.
    if (this.enabled) Object.assign(this, { failures: 0, failingSince: null, pausedUntil: null, disabledReason: null });
  }

  protected override async beforeDelete({ call }: SaveContext): Promise<void> {
    if (this.format !== 'standard' && call.caller.kind !== 'system') throw bySettings();
  }
}

function bySettings(): ConflictError {
  return new ConflictError('This is the configured hub: it can only be enabled and disabled here.', {
    code: 'set_by_settings',
    hint: 'Change the setting of the hub, and restart the application.',
  });
}

/** @throws ValidationError if the URL is not allowed for requests */
function requireReceiver(database: Database, url: string): void {
  try {
    senderOf(database).transport.requireAddress(url);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'address_refused') throw error;
    const { message, hint } = error as { readonly message: string; readonly hint?: string };
    const detail = hint === undefined ? message : `${message} ${hint}`;
    throw ValidationError.of([{ pointer: '/url', code: 'address_refused', detail }]);
  }
}

/** @throws ValidationError naming each unknown kind */
function requireKinds(database: Database, kinds: readonly string[]): void {
  const offered = senderOf(database).kinds.map(({ kind }) => kind);
  const faults = kinds.flatMap((kind, index) =>
    offered.includes(kind) ? [] : [{ pointer: `/kinds/${index}`, code: 'unknown_kind', detail: `must be one of ${offered.join(', ')}` }],
  );
  if (faults.length > 0) throw ValidationError.of(faults);
}
