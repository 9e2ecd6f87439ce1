// Sends one span per call to OpenTelemetry, or, as here, to anything with the same two methods.
import { getAIAuto, type SpanTracer } from '@colophon/ai';

const tracer: SpanTracer = {
  startSpan: (name, { attributes }) => {
    const seen: Record<string, unknown> = { ...attributes };
    return {
      setAttribute: (key, value) => (seen[key] = value),
      setStatus: () => undefined,
      end: () => console.log(`${name} by ${String(seen['gen_ai.provider.name'])}: ${String(seen['gen_ai.usage.output_tokens'])} tokens`),
    };
  },
};
await (await getAIAuto({ tracer })).message('Why is the sky blue?');
