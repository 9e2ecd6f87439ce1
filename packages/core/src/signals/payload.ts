/** The channel on which PostgreSQL notifies the processes of an application. */
export const SIGNAL_CHANNEL = 'colophon';

/** Returns the payload of a notification: who sent it, the topic, and the text. */
export function toPayload(sender: string, topic: string, text: string): string {
  return `${sender} ${topic} ${text}`;
}

/** Reads a payload; undefined if it is none, since anybody with access to the database can send one. */
export function readPayload(payload: string): { readonly sender: string; readonly topic: string; readonly text: string } | undefined {
  const [, sender, topic, text] = /^(\w+) (\S+) ([^]*)$/.exec(payload) ?? [];
  return sender === undefined || topic === undefined || text === undefined ? undefined : { sender, topic, text };
}
