import { invalidInput } from '../../errors/errors.ts';
import type { CreateVirtualKeyOptions, KeyProviderConfig } from '../../interface/admin.ts';
import { readAddress, requireOption, type ProviderSettings } from '../../provider/settings.ts';
import { adminRoot, type AdminDialect } from './admin-client.ts';
import { perMinute, readDuration, toLiteLLMDuration } from './durations.ts';

const kind = 'gateway-proxy';

/** LiteLLM: projects are teams, keys come from `/key/generate`, rate limits count by the minute. */
export function litellmAdmin(settings: ProviderSettings): AdminDialect {
  const { options } = settings;
  return {
    url: () => readAddress(options.adminUrl ?? adminRoot(options.baseUrl ?? ''), 'adminUrl', kind),
    headers: () => ({ authorization: `Bearer ${requireOption(options.adminPassword ?? options.apiKey, kind, 'adminPassword')}` }),
    projectRequest: ({ name, tenantId, budget }) => ({
      path: '/team/new',
      body: {
        team_id: `${slug(tenantId)}--${slug(name)}`,
        team_alias: name,
        metadata: { tenant_id: tenantId },
        ...budgetFields(budget),
      },
    }),
    readProject: (body) => ({ id: text(body['team_id']) ?? '', name: text(body['team_alias']) ?? '' }),
    keyRequest: (key) => ({
      path: '/key/generate',
      body: { key_alias: key.name, team_id: key.projectId, models: readModels(key), ...budgetFields(key.budget), ...rateFields(key) },
    }),
    readKey: (body) => {
      const id = text(body['token_id']) ?? text(body['token']);
      return { key: text(body['key']) ?? '', name: text(body['key_alias']) ?? '', ...(id === undefined ? {} : { id }) };
    },
  };
}

function budgetFields(budget: CreateVirtualKeyOptions['budget']): Record<string, unknown> {
  if (budget === undefined) return {};
  const duration = toLiteLLMDuration(readDuration(budget.resetDuration, 'budget.resetDuration'));
  return { max_budget: budget.maxLimit, budget_duration: duration };
}

function rateFields({ rateLimit }: CreateVirtualKeyOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (rateLimit?.tokenMaxLimit !== undefined && rateLimit.tokenResetDuration !== undefined) {
    const duration = readDuration(rateLimit.tokenResetDuration, 'rateLimit.tokenResetDuration');
    fields['tpm_limit'] = perMinute(rateLimit.tokenMaxLimit, duration, 'rateLimit.tokenMaxLimit');
  }
  if (rateLimit?.requestMaxLimit !== undefined && rateLimit.requestResetDuration !== undefined) {
    const duration = readDuration(rateLimit.requestResetDuration, 'rateLimit.requestResetDuration');
    fields['rpm_limit'] = perMinute(rateLimit.requestMaxLimit, duration, 'rateLimit.requestMaxLimit');
  }
  return fields;
}

/** The allowed models of all vendors together; an empty list means all models of the project. */
function readModels({ providerConfigs = [], keyIds }: CreateVirtualKeyOptions): string[] {
  if (keyIds !== undefined && keyIds.some((id) => id !== '*')) {
    throw invalidInput("keyIds is not supported by this gateway; omit it or pass ['*'].", kind);
  }
  const weights = new Set(providerConfigs.map((config: KeyProviderConfig) => config.weight ?? 1));
  if (weights.size > 1)
    throw invalidInput('providerConfigs[].weight: this gateway does not support weights per key. Use one weight.', kind);
  const models = providerConfigs.flatMap((config) => config.allowedModels ?? ['*']);
  return models.includes('*') ? [] : [...new Set(models)];
}

function slug(value: string): string {
  const made = value
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (made === '') throw invalidInput('name and tenantId must contain a Latin letter or a digit for this gateway.', kind);
  return made;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
