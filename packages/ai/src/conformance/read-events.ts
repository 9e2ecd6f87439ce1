/** One event of a stream, as it was sent. */
export interface SentEvent {
  name: string | undefined;
  data: string;
}

/** Reads server-sent events by the rules of their specification. */
export function readEvents(text: string): SentEvent[] {
  const events: SentEvent[] = [];
  let name: string | undefined;
  let data: string[] = [];
  const dispatch = (): void => {
    if (data.length > 0) events.push({ name, data: data.join('\n') });
    name = undefined;
    data = [];
  };
  for (const line of text.replace(/^\u{FEFF}/u, '').split(/\r\n|\r|\n/)) {
    if (line === '') dispatch();
    const [, field, value = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  dispatch();
  return events;
}
