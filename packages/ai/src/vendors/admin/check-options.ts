import { invalidInput } from '../../errors/errors.ts';
import type { Budget, CreateProjectOptions, CreateVirtualKeyOptions, KeyProviderConfig } from '../../interface/admin.ts';
import { checkNames, type Names } from '../../errors/check-names.ts';
import { readDuration } from './durations.ts';

const projectNames: Names<CreateProjectOptions> = { name: true, tenantId: true, budget: true, signal: true, timeout: true };
const keyNames: Names<CreateVirtualKeyOptions> = {
  name: true,
  projectId: true,
  providerConfigs: true,
  keyIds: true,
  budget: true,
  rateLimit: true,
  signal: true,
  timeout: true,
};
const budgetNames: Names<Budget> = { maxLimit: true, resetDuration: true };
const configNames: Names<KeyProviderConfig> = { provider: true, weight: true, allowedModels: true };
const rateLimitNames: Names<NonNullable<CreateVirtualKeyOptions['rateLimit']>> = {
  tokenMaxLimit: true,
  tokenResetDuration: true,
  requestMaxLimit: true,
  requestResetDuration: true,
};

/** Validates the input of `createProject`; throws `INVALID_INPUT` naming the field. */
export function checkProject(options: CreateProjectOptions): void {
  checkNames(options, projectNames, '', invalidInput);
  requireText(options.name, 'name');
  requireText(options.tenantId, 'tenantId');
  checkBudget(options.budget);
}

/** Validates the input of `createVirtualKey`; throws `INVALID_INPUT` naming the field. */
export function checkKey(options: CreateVirtualKeyOptions): void {
  checkNames(options, keyNames, '', invalidInput);
  checkNames(options.rateLimit, rateLimitNames, 'rateLimit.', invalidInput);
  requireText(options.name, 'name');
  requireText(options.projectId, 'projectId');
  checkBudget(options.budget);
  for (const [index, config] of (options.providerConfigs ?? []).entries()) {
    checkNames(config, configNames, `providerConfigs[${index}].`, invalidInput);
    requireText(config.provider, `providerConfigs[${index}].provider`);
  }
  const limit = options.rateLimit;
  for (const unit of ['token', 'request'] as const) {
    const max = limit?.[`${unit}MaxLimit`];
    const reset = limit?.[`${unit}ResetDuration`];
    if ((max === undefined) !== (reset === undefined)) {
      throw invalidInput(`rateLimit.${unit}MaxLimit and rateLimit.${unit}ResetDuration belong together.`);
    }
    if (max !== undefined) requirePositive(max, `rateLimit.${unit}MaxLimit`);
    if (reset !== undefined) readDuration(reset, `rateLimit.${unit}ResetDuration`);
  }
}

function checkBudget(budget: Budget | undefined): void {
  if (budget === undefined) return;
  checkNames(budget, budgetNames, 'budget.', invalidInput);
  requirePositive(budget.maxLimit, 'budget.maxLimit');
  readDuration(budget.resetDuration, 'budget.resetDuration');
}

function requireText(value: unknown, field: string): void {
  if (typeof value !== 'string' || value.trim() === '') throw invalidInput(`${field} must be a non-empty text.`);
}

function requirePositive(value: unknown, field: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) throw invalidInput(`${field} must be a number above 0.`);
}
