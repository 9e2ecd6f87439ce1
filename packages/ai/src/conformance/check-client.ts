import { isEqualJson } from './json.ts';
import { habits, type Habit } from './habits.ts';
import type { Shape } from './recorded.ts';
import { readResponse } from './read-response.ts';
import { describe, runCheck, toReport } from './report.ts';
import { bodyOf, send, type ServerOptions } from './requests.ts';
import type { Ask, ConformanceReport, ConformanceResult, ConformanceWire, WireAnswer, WireFailure } from './types.ts';
import { modelName, shapesOf } from './upstream.ts';

/** What {@link checkClient} needs. */
export interface CheckClientOptions {
  wire: ConformanceWire;
  /** Asks `createUpstream`, through whatever is checked. */
  ask: Ask;
  /** Damaged responses for each shape, and as many for its stream. Default 8. */
  mutations?: number;
  /** Milliseconds for each request. Default 5000. */
  timeout?: number;
}

/**
 * Checks that a client, or a gateway, reads every recorded shape of a wire as what it is: at once and as a stream, as documented and with
 * each habit of servers; that refusals are errors; and that damaged responses end, with an answer or an error, in time. Nothing is thrown:
 * what goes wrong is in the report.
 *
 * @example
 * const fetch = createUpstream();
 * const report = await checkClient({
 *   wire: 'chat-completions',
 *   ask: async ({ model, stream, signal }) => parseAnswer(await fetch(url, { method: 'POST', body: JSON.stringify({ model, stream }), signal })),
 * });
 */
export async function checkClient({ wire, ask, mutations = 8, timeout = 5000 }: CheckClientOptions): Promise<ConformanceReport> {
  const results: ConformanceResult[] = [];
  for (const shape of shapesOf(wire)) {
    for (const stream of [false, true]) {
      const id = `${wire}/${shape.id}/${stream ? 'stream' : 'plain'}`;
      const request = (model: string) => () => ask({ model, stream, signal: AbortSignal.timeout(timeout) });
      results.push(await runCheck(id, shape.title, () => differences(shape, request(modelName(shape.id)), timeout)));
      for (const habit of habits.filter((one) => applies(one, shape, stream))) {
        const asked = request(modelName(shape.id, habit.id));
        results.push(
          await runCheck(`${id}/${habit.id}`, `${shape.title}; ${habit.title}`, () => differences(shape, asked, timeout, habit)),
        );
      }
      for (let seed = 1; seed <= mutations; seed += 1) {
        const asked = request(modelName(shape.id, seed));
        results.push(await runCheck(`${id}/damaged-${seed}`, `${shape.title}, damaged`, () => ends(asked, timeout)));
      }
    }
  }
  return toReport(results);
}

/** Whether a habit changes anything of a shape. */
function applies({ wire, style, change, id }: Habit, shape: Shape, stream: boolean): boolean {
  if (wire !== undefined && wire !== shape.wire) return false;
  const reply = stream ? shape.stream : shape.plain;
  if (id.startsWith('error-')) return reply.status >= 400;
  if (change !== undefined) return id === 'charset' ? reply.status < 400 : change(reply, shape) !== reply && reply.status < 400;
  const isOfBodies = style?.leading !== undefined;
  if (isOfBodies) return !stream && typeof reply.body !== 'string';
  return stream && reply.events !== undefined && !('failure' in shape.expected && (style?.ended === false || style?.done === false));
}

/** What differs from the expected answer or refusal. */
async function differences(shape: Shape, asked: () => Promise<WireAnswer>, timeout: number, habit?: Habit): Promise<readonly string[]> {
  const outcome = await settled(asked, timeout);
  if (outcome === undefined) return ['there was no answer in time'];
  if ('failure' in shape.expected) {
    return outcome.answer === undefined ? refusalFaults(shape.expected.failure, outcome.failure) : ['a refusal was read as an answer'];
  }
  const { answer } = outcome;
  if (answer === undefined) return [`there was an error instead of an answer: ${describe(outcome.failure)}`];
  const expected = shape.expected.answer;
  const ends = [expected.end, ...(expected.toolCalls.length > 0 ? (habit?.alsoEnds ?? []) : [])];
  const calls = answer.toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args }));
  return [
    answer.text === expected.text ? '' : `the text is ${JSON.stringify(answer.text)} instead of ${JSON.stringify(expected.text)}`,
    isEqualJson(calls, expected.toolCalls) ? '' : `the calls are ${JSON.stringify(calls)} instead of ${JSON.stringify(expected.toolCalls)}`,
    ends.includes(answer.end) ? '' : `the end is \`${answer.end}\` instead of \`${expected.end}\``,
    answer.inputTokens === undefined || answer.inputTokens === expected.inputTokens
      ? ''
      : `the prompt has ${answer.inputTokens} tokens instead of ${String(expected.inputTokens)}`,
    answer.outputTokens === undefined || answer.outputTokens === expected.outputTokens
      ? ''
      : `the answer has ${answer.outputTokens} tokens instead of ${String(expected.outputTokens)}`,
  ].filter((fault) => fault !== '');
}

/** An error that tells its status must tell the right one, and when to try again. */
function refusalFaults(expected: WireFailure, failure: unknown): string[] {
  const { status, retryAfter } = (failure ?? {}) as { status?: unknown; retryAfter?: unknown };
  return [
    status === undefined || status === expected.status ? '' : `the status is ${JSON.stringify(status)} instead of ${expected.status}`,
    expected.retryAfter === undefined || retryAfter === undefined || retryAfter === expected.retryAfter
      ? ''
      : `the time to wait is ${JSON.stringify(retryAfter)} instead of ${expected.retryAfter} seconds`,
  ].filter((fault) => fault !== '');
}

async function ends(asked: () => Promise<WireAnswer>, timeout: number): Promise<readonly string[]> {
  const outcome = await settled(asked, timeout);
  if (outcome === undefined) return ['there was neither an answer nor an error in time'];
  const { answer } = outcome;
  return answer === undefined || typeof answer.text === 'string' ? [] : ['the answer has no text'];
}

/** The outcome of a request; `undefined` if there is none in time. */
async function settled(
  asked: () => Promise<WireAnswer>,
  timeout: number,
): Promise<{ answer: WireAnswer; failure?: undefined } | { answer?: undefined; failure: unknown } | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Half as long again as the signal, which the one that is asked may not heed.
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeout * 1.5, undefined);
  });
  try {
    return await Promise.race([
      asked().then(
        (answer) => ({ answer }),
        (failure: unknown) => ({ failure }),
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** A response that was refused, as {@link askServer} throws it. */
class Refused extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor({ status, retryAfter }: WireFailure) {
    super(`the server refused with status ${status}`);
    this.name = 'Refused';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * Asks a server, and reads it strictly: for a gateway whose vendor is `createUpstream`.
 *
 * @param toModel the gateway's name of a model of the vendor; default: the same
 */
export function askServer(options: ServerOptions, toModel: (model: string) => string = (model) => model): Ask {
  return async ({ model, stream, signal }) => {
    const response = await send(options, bodyOf(options.wire, { model: toModel(model), stream }), { signal });
    const reading = await readResponse(options.wire, response, stream);
    if (reading.failure !== undefined) throw new Refused(reading.failure);
    if (reading.answer === undefined || reading.faults.length > 0) throw new Error(reading.faults.join('; '));
    return reading.answer;
  };
}
