import type { Meter, MetricAttributes, MetricHistogram } from '../interface/client-options.ts';
import type { TokenUsage } from '../interface/responses.ts';
import type { ProviderSettings } from './settings.ts';
import { operationName, serverAttributes } from './spans.ts';

/** The boundaries that the OpenTelemetry GenAI conventions ask for, in seconds and tokens. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const FIRST_SECONDS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864];

interface Instruments {
  duration: MetricHistogram;
  tokens: MetricHistogram;
  firstChunk: MetricHistogram;
}

/** The instruments of a meter are created once. */
const instrumentsByMeter = new WeakMap<Meter, Instruments>();

/** One call, for the metrics. Durations are in milliseconds. */
export interface MeasuredCall {
  operation: string;
  requestedModel: string;
  model: string;
  duration: number;
  /** Until the first piece of a stream; `undefined` if it was no stream, or nothing arrived. */
  firstChunk: number | undefined;
  usage: TokenUsage | undefined;
  errorCode: string | undefined;
}

/**
 * Records a call that was sent in the histograms of the OpenTelemetry GenAI conventions: `gen_ai.client.operation.duration`,
 * `gen_ai.client.token.usage` and, for streams, `gen_ai.client.operation.time_to_first_chunk`. An exception of the meter is ignored.
 */
export function recordMetrics(settings: ProviderSettings, call: MeasuredCall): void {
  const { meter } = settings.options;
  if (meter === undefined) return;
  try {
    const { duration, tokens, firstChunk } = instrumentsOf(meter);
    const attributes: MetricAttributes = {
      'gen_ai.operation.name': operationName(call.operation),
      'gen_ai.provider.name': settings.row.telemetryName,
      ...(call.requestedModel === '' ? {} : { 'gen_ai.request.model': call.requestedModel }),
      ...(call.model === '' ? {} : { 'gen_ai.response.model': call.model }),
      ...serverAttributes(settings),
    };
    const outcome = call.errorCode === undefined ? attributes : { ...attributes, 'error.type': call.errorCode };
    duration.record(call.duration / 1000, outcome);
    if (call.firstChunk !== undefined) firstChunk.record(call.firstChunk / 1000, attributes);
    if (call.usage === undefined || call.usage.estimated === true) return;
    const { promptTokens, completionTokens } = call.usage;
    if (promptTokens > 0) tokens.record(promptTokens, { ...attributes, 'gen_ai.token.type': 'input' });
    if (completionTokens > 0) tokens.record(completionTokens, { ...attributes, 'gen_ai.token.type': 'output' });
  } catch {
    // A meter must not change the result of a call.
  }
}

function instrumentsOf(meter: Meter): Instruments {
  const known = instrumentsByMeter.get(meter);
  if (known !== undefined) return known;
  const histogram = (name: string, description: string, unit: string, boundaries: number[]): MetricHistogram =>
    meter.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries: boundaries } });
  const created = {
    duration: histogram('gen_ai.client.operation.duration', 'GenAI operation duration.', 's', SECONDS),
    tokens: histogram('gen_ai.client.token.usage', 'Number of input and output tokens used.', '{token}', TOKENS),
    firstChunk: histogram('gen_ai.client.operation.time_to_first_chunk', 'Time to receive the first chunk.', 's', FIRST_SECONDS),
  };
  instrumentsByMeter.set(meter, created);
  return created;
}
