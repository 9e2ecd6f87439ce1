import { LogError, type LogPolicy, parseLogProof, parsePolicy, parseVerifierKey, policyOfLog } from '@colophon/verify';

/** Fetches a text of the publisher; undefined if there is none. */
export type FetchText = (path: string) => Promise<string | undefined>;

/** Reads a policy file (C2SP tlog-policy). @throws LogError if it is none */
export async function readPolicy(text: string): Promise<LogPolicy> {
  return parsePolicy(text);
}

/**
 * Returns the policy of a publisher's log with its own key and no witness, for an account with a proof. The key is that of the publisher: the proof
 * then says what the publisher can no longer take back, and nothing about what it shows others.
 *
 * @returns undefined if the account has no proof, or the publisher shows no key for its log
 */
export async function policyOfPublisher(account: unknown, fetchText: FetchText): Promise<LogPolicy | undefined> {
  const { proof } = Object(account) as { readonly proof?: unknown };
  if (typeof proof !== 'string') return undefined;
  try {
    // Each log after a restore has a name with its number.
    const [origin = ''] = parseLogProof(proof).checkpoint.split('\n');
    const [, number = '1'] = /\/(\d+)$/.exec(origin) ?? [];
    const vkey = await fetchText(`/log/${number}/key`);
    return vkey === undefined ? undefined : policyOfLog(await parseVerifierKey(vkey.trim()));
  } catch (error) {
    // A proof that cannot be read is judged when the account is.
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
