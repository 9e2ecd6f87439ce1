import { capabilities } from '../provider/capabilities.ts';
import type { MakeProvider } from '../interface/vendor-row.ts';
import { defineVendor } from './vendor-row.ts';

export const qwenSpeech = defineVendor({
  kind: 'speech-local',
  names: ['qwen3-tts'],
  telemetryName: 'qwen3-tts',
  urlOption: 'endpoint',
  mediaOnly: true,
  environment: { url: ['QWEN3_TTS_ENDPOINT'] },
  detection: [],
  models: { speech: 'qwen3-tts-1.7b' },
  capabilities: ({ dialect }) => {
    const native = dialect !== 'openai';
    return capabilities({ tts: true, voiceCloning: native, voiceDesign: native }, native ? ['getVoices'] : []);
  },
  load: async (): Promise<MakeProvider> => {
    const { QwenSpeechProvider } = await import('../speech/qwen-speech.ts');
    return (options) => new QwenSpeechProvider(options);
  },
});

export const modelark = defineVendor({
  kind: 'video-task-a',
  names: ['byteplus-modelark', 'modelark'],
  telemetryName: 'byteplus-modelark',
  mediaOnly: true,
  environment: { key: ['MODELARK_API_KEY', 'ARK_API_KEY'], url: ['MODELARK_BASE_URL'] },
  detection: [['MODELARK_API_KEY'], ['ARK_API_KEY']],
  models: { video: 'dreamina-seedance-2-0-260128' },
  capabilities: () => capabilities({ videoGeneration: true, videoCancellation: true }),
  load: async (): Promise<MakeProvider> => {
    const { ModelArkProvider } = await import('../video/modelark.ts');
    return (options) => new ModelArkProvider(options);
  },
});

export const seevio = defineVendor({
  kind: 'video-task-b',
  names: ['seevio'],
  telemetryName: 'seevio',
  mediaOnly: true,
  environment: { key: ['SEEVIO_API_KEY'] },
  detection: [['SEEVIO_API_KEY']],
  models: { video: 'seedance-2-5' },
  capabilities: () => capabilities({ videoGeneration: true }),
  load: async (): Promise<MakeProvider> => {
    const { SeevioProvider } = await import('../video/seevio.ts');
    return (options) => new SeevioProvider(options);
  },
});

export const openaiVideo = defineVendor({
  kind: 'compat-video',
  names: ['openai-compat-video'],
  telemetryName: 'openai-compat-video',
  mediaOnly: true,
  environment: { key: ['OPENAI_COMPAT_VIDEO_API_KEY'], url: ['OPENAI_COMPAT_VIDEO_BASE_URL'] },
  detection: [['OPENAI_COMPAT_VIDEO_BASE_URL', 'OPENAI_COMPAT_VIDEO_API_KEY']],
  models: {},
  capabilities: () => capabilities({ videoGeneration: true, videoCancellation: true }),
  load: async (): Promise<MakeProvider> => {
    const { OpenAIVideoProvider } = await import('../video/openai-video.ts');
    return (options) => new OpenAIVideoProvider(options);
  },
});
