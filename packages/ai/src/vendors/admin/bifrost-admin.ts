import { textToBase64 } from '../../bytes/base64.ts';
import type { CreateVirtualKeyOptions } from '../../interface/admin.ts';
import { readAddress, requireOption, type ProviderSettings } from '../../provider/settings.ts';
import { adminRoot, type AdminDialect } from './admin-client.ts';

const kind = 'gateway-governance';

type Json = Record<string, unknown>;

/** Bifrost: projects are teams of a customer, keys are virtual keys with budgets and rate limits of their own. */
export function bifrostAdmin(settings: ProviderSettings, baseUrl: string): AdminDialect {
  const { options } = settings;
  return {
    url: () => readAddress(options.adminUrl ?? adminRoot(baseUrl), 'adminUrl', kind),
    headers: () => credentials(settings),
    projectRequest: ({ name, tenantId, budget }) => ({
      path: '/api/governance/teams',
      body: {
        name,
        customer_id: tenantId,
        ...(budget === undefined ? {} : { budget: { max_limit: budget.maxLimit, reset_duration: budget.resetDuration } }),
      },
    }),
    readProject: (body) => {
      const team = record(body['team']);
      return { id: text(team['id']), name: text(team['name']) };
    },
    keyRequest: (key) => ({ path: '/api/governance/virtual-keys', body: keyBody(key) }),
    readKey: (body) => {
      const createdKey = record(body['virtual_key']);
      return { key: text(createdKey['value']), id: text(createdKey['id']), name: text(createdKey['name']) };
    },
  };
}

function keyBody(key: CreateVirtualKeyOptions): Json {
  const { rateLimit, budget } = key;
  return {
    name: key.name,
    team_id: key.projectId,
    is_active: true,
    // The gateway expects the vendor keys in each configuration; the option lists them once for all.
    provider_configs: (key.providerConfigs ?? []).map((config) => ({
      provider: config.provider,
      weight: config.weight ?? 1,
      allowed_models: config.allowedModels ?? ['*'],
      key_ids: key.keyIds ?? ['*'],
    })),
    ...(budget === undefined ? {} : { budgets: [{ max_limit: budget.maxLimit, reset_duration: budget.resetDuration }] }),
    ...(rateLimit === undefined
      ? {}
      : {
          rate_limit: {
            ...(rateLimit.tokenMaxLimit === undefined
              ? {}
              : { token_max_limit: rateLimit.tokenMaxLimit, token_reset_duration: rateLimit.tokenResetDuration }),
            ...(rateLimit.requestMaxLimit === undefined
              ? {}
              : { request_max_limit: rateLimit.requestMaxLimit, request_reset_duration: rateLimit.requestResetDuration }),
          },
        }),
  };
}

function credentials({ options }: ProviderSettings): Record<string, string> {
  if (options.adminUser !== undefined && options.adminPassword !== undefined) {
    // UTF-8 (RFC 7617 §2.1): btoa would refuse most passwords that are not Latin.
    const pair = textToBase64(`${options.adminUser}:${options.adminPassword}`);
    return { authorization: `Basic ${pair}` };
  }
  const key = requireOption(options.apiKey, kind, 'adminUser and adminPassword');
  return { authorization: `Bearer ${key}`, 'x-bf-vk': key };
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
