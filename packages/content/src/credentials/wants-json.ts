import { ACCOUNT_CREDENTIAL_MEDIA_TYPE } from '@colophon/contract';

/** Whether an `Accept` header prefers JSON to the raw account (RFC 9110 §12.5.1). */
export function wantsJson(accept: string | null): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(type, weight === undefined ? 1 : Number(weight) || 0);
  }
  const json = weights.get('application/json') ?? 0;
  return json > 0 && json > (weights.get(ACCOUNT_CREDENTIAL_MEDIA_TYPE) ?? 0);
}
