import { AIError } from '../errors/errors.ts';
import type { Call } from '../provider/call.ts';
import { requireOption, type ProviderSettings } from '../provider/settings.ts';
import { sendJson } from '../transport/http.ts';

const kind = 'cloud-platform';

/** Sends one JSON request to Amazon, signed (SigV4, session token included) or with a bearer key. */
export async function sendToAmazon(call: Call, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const { options } = call.settings;
  if (options.credentials === undefined) {
    const key = requireOption(options.apiKey, kind, 'credentials', ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY']);
    return sendJson(call.http, { url, headers: { authorization: `Bearer ${key}` }, ...(body === undefined ? {} : { body }) });
  }
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({ ...options.credentials, region: readRegion(call.settings), service: 'bedrock', retries: 0 });
  const signed = await client.sign(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return sendJson(call.http, { url, headers: Object.fromEntries(signed.headers), ...(body === undefined ? {} : { body }) });
}

/** The region, which is part of every address. */
export function readRegion(settings: ProviderSettings): string {
  const region = requireOption(settings.options.region, kind, 'region', ['AWS_REGION']);
  if (/^[a-z\d-]{3,40}$/.test(region)) return region;
  throw new AIError('`region` of cloud-platform must be the name of a region, such as us-east-1.', {
    code: 'NOT_CONFIGURED',
    provider: kind,
  });
}
