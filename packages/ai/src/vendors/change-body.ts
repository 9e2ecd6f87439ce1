import { parseJson } from '../transport/http.ts';
import { asObject, type Json } from '../wires/reply.ts';

/** A request of a vendor's package, which is always JSON text, with another body. */
export function changeBody(init: RequestInit | undefined, change: (body: Json) => Json): RequestInit {
  const text = typeof init?.body === 'string' ? init.body : '';
  return { ...init, body: JSON.stringify(change(asObject(parseJson(text)))) };
}
