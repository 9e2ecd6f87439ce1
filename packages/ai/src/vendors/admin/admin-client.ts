import { AIError } from '../../errors/errors.ts';
import type { AdminProject, CreateProjectOptions, CreateVirtualKeyOptions, GatewayAdmin, VirtualKey } from '../../interface/admin.ts';
import { runCall } from '../../provider/run.ts';
import type { ProviderSettings } from '../../provider/settings.ts';
import { sendJson } from '../../transport/http.ts';
import { checkKey, checkProject } from './check-options.ts';

/** The admin requests of one gateway. */
export interface AdminDialect {
  url(): string;
  headers(): Record<string, string>;
  projectRequest(options: CreateProjectOptions): { path: string; body: Record<string, unknown> };
  readProject(body: Record<string, unknown>): Partial<AdminProject>;
  keyRequest(options: CreateVirtualKeyOptions): { path: string; body: Record<string, unknown> };
  readKey(body: Record<string, unknown>): Partial<VirtualKey>;
}

/** Provisions projects and keys on a gateway. Requests are never retried automatically: they create things. */
export class AdminClient implements GatewayAdmin {
  #settings: ProviderSettings;
  #dialect: AdminDialect;

  constructor(settings: ProviderSettings, dialect: AdminDialect) {
    this.#settings = settings;
    this.#dialect = dialect;
  }

  /** Creates a project (a team of the gateway) for a tenant. */
  async createProject(options: CreateProjectOptions): Promise<AdminProject> {
    const body = await this.#send('admin.createProject', options, () => {
      checkProject(options);
      return this.#dialect.projectRequest(options);
    });
    const project = this.#dialect.readProject(body);
    return { id: this.#require(project.id, 'an id'), name: project.name || options.name };
  }

  /** Creates a key that belongs to a project. The secret is in `key`, only this once. */
  async createVirtualKey(options: CreateVirtualKeyOptions): Promise<VirtualKey> {
    const body = await this.#send('admin.createVirtualKey', options, () => {
      checkKey(options);
      return this.#dialect.keyRequest(options);
    });
    const { key, id, name } = this.#dialect.readKey(body);
    return { key: this.#require(key, 'a key'), ...(id ? { id } : {}), ...(name ? { name } : {}) };
  }

  #send(
    operation: string,
    options: CreateProjectOptions | CreateVirtualKeyOptions,
    prepare: () => { path: string; body: Record<string, unknown> },
  ): Promise<Record<string, unknown>> {
    let request: ReturnType<typeof prepare> | undefined;
    let address = '';
    let headers: Record<string, string> = {};
    const validate = (): void => {
      request = prepare();
      address = this.#dialect.url();
      headers = this.#dialect.headers();
    };
    const { signal, timeout } = options;
    const callOptions = { ...(signal === undefined ? {} : { signal }), ...(timeout === undefined ? {} : { timeout }) };
    const plan = { operation, options: callOptions, validate, usageAs: false, namesModel: false, repeatable: false, paced: false } as const;
    return runCall(this.#settings, plan, (call) =>
      sendJson(call.http, { url: `${address}${request?.path}`, headers, body: request?.body }),
    );
  }

  #require(value: string | undefined, what: string): string {
    if (typeof value === 'string' && value !== '') return value;
    throw new AIError(`${this.#settings.kind}: the gateway's response contains no ${what.replace(/^an? /, '')}.`, {
      code: 'ADMIN_INVALID_RESPONSE',
      provider: this.#settings.kind,
    });
  }
}

/** Strips the inference suffixes of a gateway's address until only its root is left. */
export function adminRoot(baseUrl: string): string {
  let root = baseUrl.replace(/\/+$/, '');
  for (let before = ''; before !== root;) {
    before = root;
    root = root.replace(/\/(?:v1|openai|pydanticai|anthropic|genai)$/, '').replace(/\/+$/, '');
  }
  return root;
}
