import { claudeCli as description } from '../catalog/gateways.ts';
import { notImplemented } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { cliModel } from './cli-model.ts';
import { findProgram } from './find-program.ts';

const kind = 'cli-subscription';

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'images',
  jsonMode: false,
  jsonSchema: false,
  checksBody: false,
  optionsName: 'cli',
  load: async (settings) => {
    let programPath: Promise<string> | undefined;
    const program = (): Promise<string> => (programPath ??= findProgram(settings.options.cliPath));
    return { language: (model) => cliModel(program, model) };
  },
  reasoning(_model, request, facts) {
    if (facts.tools) throw notImplemented(kind, 'tools');
    return {
      outputTokens: request.outputTokens,
      reasoningTokens: request.reasoningTokens,
      providerOptions: { cli: { thinkingTokens: request.reasoningTokens } },
    };
  },
  listModels: async () => ['haiku', 'sonnet', 'opus'].map((id) => ({ id, name: id })),
};

/** An assistant installed as a command (Claude Code), paid by subscription. Text only. */
export class ClaudeCliProvider extends TextProvider {
  constructor(options: AIOptions = {}) {
    super(vendor, description, options);
  }
}
