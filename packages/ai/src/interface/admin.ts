import type { RequestOptions } from './options.ts';

/** The amount that a project or key may spend in each period. */
export interface Budget {
  /** US dollars. */
  maxLimit: number;
  /** For example `1h`, `1d` or `1M` (a month). */
  resetDuration: string;
}

/** The input of `createProject`. */
export interface CreateProjectOptions extends Pick<RequestOptions, 'signal' | 'timeout'> {
  name: string;
  tenantId: string;
  budget?: Budget;
}

/** A project as the gateway stores it (a team). */
export interface AdminProject {
  id: string;
  name: string;
}

/** The models of a vendor that a key may use. */
export interface KeyProviderConfig {
  provider: string;
  weight?: number;
  allowedModels?: readonly string[];
}

/** The calls and tokens that a key may use in each period. */
interface KeyRateLimit {
  tokenMaxLimit?: number;
  tokenResetDuration?: string;
  requestMaxLimit?: number;
  requestResetDuration?: string;
}

/** The input of `createVirtualKey`. */
export interface CreateVirtualKeyOptions extends Pick<RequestOptions, 'signal' | 'timeout'> {
  name: string;
  projectId: string;
  providerConfigs?: readonly KeyProviderConfig[];
  /** The allowed vendor keys; `['*']` for all. */
  keyIds?: readonly string[];
  budget?: Budget;
  rateLimit?: KeyRateLimit;
}

/** A new key. `key` is the secret and is shown only once. */
export interface VirtualKey {
  key: string;
  id?: string;
  name?: string;
}

/** Provisioning on a gateway, at `ai.admin`. */
export interface GatewayAdmin {
  createProject(options: CreateProjectOptions): Promise<AdminProject>;
  createVirtualKey(options: CreateVirtualKeyOptions): Promise<VirtualKey>;
}
