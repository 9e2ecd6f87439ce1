import type { Database } from '@colophon/core';
import type { MailEvent, MailKind, MailRecipient } from '../kinds/mail-kind.ts';
import { quoted, said } from '../message/mail-content.ts';
import type { MailEventSource } from '../relay/relay-events.ts';

/** Test users and events, and two kinds of mail about them. */
export class TestWorld {
  readonly people = new Map<string, MailRecipient & { readonly tenantId: string | null }>();
  readonly events: MailEvent[] = [];
  /** The text quoted by the mail about an object; for others nothing is left to report. */
  readonly words = new Map<string, string>();

  add(
    key: string,
    {
      tenantId = null,
      isConfirmed = true,
      address = `${key.replace(':', '-')}@news.example`,
    }: { tenantId?: string | null; isConfirmed?: boolean; address?: string } = {},
  ): void {
    this.people.set(key, { key, address, isConfirmed, tenantId });
  }

  /** Emits an event. */
  happen(kind: string, objectId: string, { tenantId = null, at = new Date() }: { tenantId?: string | null; at?: Date } = {}): void {
    this.words.set(objectId, `words of ${objectId}`);
    const sequence = this.events.length + 1;
    this.events.push({
      id: `event-${sequence}`,
      sequence,
      at: at.toISOString(),
      kind,
      objectType: 'things',
      objectId,
      tenantId,
      data: { state: 'new' },
    });
  }

  readonly source: MailEventSource = {
    name: 'test',
    last: async () => this.events.length,
    read: async (_database: Database, after: number, limit: number) => this.events.slice(after, after + limit),
  };

  readonly kinds: readonly MailKind[] = [
    { ...this.#kind('thing-came', 'user:'), label: 'Something came in', events: ['thing.came'], role: 'editor' },
    { ...this.#kind('thing-decided', 'sender:'), label: 'Something was decided', events: ['thing.decided'] },
  ];

  #kind(name: string, prefix: string): Pick<MailKind, 'name' | 'frequency' | 'find' | 'check' | 'compose'> {
    return {
      name,
      frequency: 'now',
      find: async ({ tenantId }) => [...this.people.values()].filter((each) => each.key.startsWith(prefix) && each.tenantId === tenantId),
      check: async (key, tenantId) => {
        const recipient = this.people.get(key);
        return recipient?.tenantId === tenantId ? recipient : undefined;
      },
      compose: async ({ data }) => {
        const words = this.words.get(data['objectId'] as string);
        return words === undefined
          ? undefined
          : {
              subject: `News: ${name}`,
              blocks: [said('Hello,'), quoted('They said:', words)],
              reason: 'You get this because you enabled notifications.',
            };
      },
    };
  }
}
