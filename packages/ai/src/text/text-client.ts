import type { LanguageModelV4Usage, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { AIError, notImplemented } from '../errors/errors.ts';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { RequestOptions } from '../interface/options.ts';
import type { TokenUsage } from '../interface/responses.ts';
import { readCostAmount, readTokenCount } from '../limits/answer.ts';
import type { BodyLimits } from '../limits/outgoing-body.ts';
import { refuseRetired } from '../models/model-table.ts';
import { costOf } from '../pricing/find-price.ts';
import { Call, type CallPlan } from '../provider/call.ts';
import { runCall } from '../provider/run.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import type { DefaultModels } from '../interface/vendor-row.ts';
import { guardedFetch, watchCall } from './guarded-fetch.ts';
import { vendorOptions } from './provider-options.ts';
import { toUsage } from '../messages/usage.ts';
import type { ModelPurpose, TextVendor } from './vendor.ts';
import type { VendorModels } from '../wires/vendor-models.ts';

/** The state that the operations of one client share: its vendor, its models, and their known prices. */
export class TextClient {
  readonly vendor: TextVendor;
  readonly settings: ProviderSettings;
  /** The models, once loaded: awaiting them again would cost a turn of the event loop each time. */
  loaded: VendorModels | undefined;
  #loading: Promise<VendorModels> | undefined;
  #discovered = new Map<ModelPurpose, Promise<string>>();

  constructor(vendor: TextVendor, settings: ProviderSettings) {
    this.vendor = vendor;
    this.settings = settings;
  }

  get kind(): ProviderKind {
    return this.vendor.kind;
  }

  /** The default models. */
  get defaults(): DefaultModels {
    return this.vendor.defaults ?? this.settings.row.models;
  }

  /** Runs one operation; see {@link runCall}. */
  run<T>(plan: CallPlan, work: (call: Call) => Promise<T>): Promise<T> {
    return runCall(this.settings, plan, this.vendor.authorize === undefined ? work : async (call) => work(await this.prepare(call)));
  }

  /** Prepares a call before its first request: gets a token, if the vendor needs an expiring one. */
  async prepare(call: Call): Promise<Call> {
    if (this.vendor.authorize !== undefined) call.authorization = await call.deadline.race(this.vendor.authorize(call));
    return call;
  }

  /** Loads the vendor's package, once. */
  load(): Promise<VendorModels> {
    if (this.#loading === undefined) {
      const maxBytes = this.settings.ceilings.maxResponseBytes;
      this.#loading = this.vendor.load(this.settings, { fetch: guardedFetch(this.kind, this.settings.fetch), maxBytes });
      this.#loading.then(
        (models) => {
          this.loaded = models;
        },
        () => {
          this.#loading = undefined;
        },
      );
    }
    return this.#loading;
  }

  /** Registers the requests with this call's signal, and the limits that apply to them. */
  watch(call: Call, limits?: BodyLimits): void {
    if (this.vendor.readCost !== undefined) call.readCost = (headers) => this.vendor.readCost?.(headers);
    watchCall(call, limits);
  }

  /** Rejects an operation that the capabilities deny. */
  require(flag: keyof AICapabilities, operation: string): void {
    const { row, options } = this.settings;
    if (row.capabilities(options)[flag] !== true) throw notImplemented(this.kind, operation);
  }

  /** Selects the vendor-specific options of the client and the call. */
  providerOptions(options: RequestOptions): SharedV4ProviderOptions {
    return vendorOptions(this.vendor, this.settings.row, this.settings.options.providerOptions, options.providerOptions);
  }

  /** Returns the model as far as known without a request. */
  chooseModel(call: Call, options: RequestOptions, purpose: ModelPurpose): void {
    const configured = purpose === 'chat' ? this.settings.options.defaultModel : undefined;
    const model = options.model ?? configured ?? this.defaults[purpose];
    // Another server with the same wire may have a model of that name.
    if (this.settings.options.baseUrl === undefined) refuseRetired(this.settings.row, model);
    if (model === undefined && this.vendor.discoverModel === undefined) {
      throw new AIError(`${this.kind} has no default model for this: pass \`model\`.`, { code: 'NOT_CONFIGURED', provider: this.kind });
    }
    call.model = model ?? '';
    call.requestedModel = call.model;
  }

  /** Asks the vendor which model to use, if none is configured. */
  async resolveModel(call: Call, purpose: ModelPurpose): Promise<string> {
    if (call.model === '') call.model = await this.#discover(call, purpose);
    call.requestedModel = call.model;
    return call.model;
  }

  /**
   * Converts the usage of an answer, with its cost: as reported by the vendor, else by the price of the model that answered. If a count is
   * missing, or no token is counted for an answer that says something, the cost is not known.
   *
   * @param hasOutput whether the answer says something
   */
  toUsage(call: Call, vendorUsage: LanguageModelV4Usage | undefined, hasOutput = false): TokenUsage | undefined {
    const usage = toUsage(vendorUsage, this.vendor.reasoningTokens);
    if (usage === undefined) return undefined;
    const reported = call.reportedCost ?? reportedCost(this.vendor.reportsCost, vendorUsage?.raw);
    // A server that counts nothing has not counted: no answer costs nothing.
    if (usage.totalTokens === 0 && (reported ?? 0) === 0) return undefined;
    const price = call.price(call.model) ?? call.price(call.requestedModel);
    const isCounted = isWhole(vendorUsage) && (usage.completionTokens > 0 || !hasOutput);
    const priced =
      price === undefined || !isCounted ? undefined : costOf(usage, price, call.priceFactor * this.#accountFactor(call, vendorUsage));
    call.noteCosts(call.model, reported, priced);
    const cost = reported ?? priced;
    return cost === undefined ? usage : { ...usage, cost };
  }

  /** By how much the settings of the account multiplied the price of an answer. */
  #accountFactor({ accountFactor }: Call, usage: LanguageModelV4Usage | undefined): number {
    return accountFactor === 1 ? 1 : (this.vendor.accountPricing?.reported(usage?.raw) ?? 1);
  }

  /** Discovers a model once for all calls, under its own deadline; each call waits only as long as its own deadline. */
  async #discover(call: Call, purpose: ModelPurpose): Promise<string> {
    const discover = this.vendor.discoverModel?.bind(this.vendor);
    if (discover === undefined) return '';
    let finding = this.#discovered.get(purpose);
    if (finding === undefined) {
      const search = new Call(this.settings, { operation: 'getModels', namesModel: false, silent: true });
      finding = this.prepare(search)
        .then(() => discover(search, purpose))
        .catch((failure: unknown) => {
          // A failure is not cached, so that the next call tries again.
          this.#discovered.delete(purpose);
          throw search.toError(failure);
        })
        .finally(() => search.deadline.dispose());
      this.#discovered.set(purpose, finding);
      finding.catch(() => undefined);
    }
    try {
      return await call.deadline.race(finding);
    } catch (failure) {
      // A request was sent, so the call was not rejected locally.
      call.attempts = Math.max(call.attempts, 1);
      throw failure;
    }
  }
}

/** Whether a vendor counts what it read and what it wrote. */
function isWhole(usage: LanguageModelV4Usage | undefined): boolean {
  return readTokenCount(usage?.inputTokens?.total) !== undefined && readTokenCount(usage?.outputTokens?.total) !== undefined;
}

/** The cost that an answer reports, in US dollars. A tick is a ten-billionth of a dollar. */
function reportedCost(report: TextVendor['reportsCost'], raw: LanguageModelV4Usage['raw']): number | undefined {
  if (report === 'ticks') {
    const ticks = raw?.['cost_in_usd_ticks'];
    return typeof ticks === 'number' ? readCostAmount(ticks / 1e10) : undefined;
  }
  return report === true ? readCostAmount(raw?.['cost']) : undefined;
}
