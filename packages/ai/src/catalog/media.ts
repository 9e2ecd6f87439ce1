import { kindNames } from '../interface/kinds.ts';
import { capabilities } from './capabilities.ts';
import { describeVendor } from './describe-vendor.ts';

export const qwenSpeech = describeVendor({
  kind: 'speech-local',
  names: kindNames['speech-local'],
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
});

export const modelark = describeVendor({
  kind: 'video-task-a',
  names: kindNames['video-task-a'],
  telemetryName: 'byteplus-modelark',
  mediaOnly: true,
  environment: { key: ['MODELARK_API_KEY', 'ARK_API_KEY'], url: ['MODELARK_BASE_URL'] },
  detection: [['MODELARK_API_KEY'], ['ARK_API_KEY']],
  models: { video: 'dreamina-seedance-2-0-260128' },
  capabilities: () => capabilities({ videoGeneration: true, videoCancellation: true }),
});

export const seevio = describeVendor({
  kind: 'video-task-b',
  names: kindNames['video-task-b'],
  telemetryName: 'seevio',
  mediaOnly: true,
  environment: { key: ['SEEVIO_API_KEY'] },
  detection: [['SEEVIO_API_KEY']],
  models: { video: 'seedance-2-5' },
  capabilities: () => capabilities({ videoGeneration: true }),
});

export const openaiVideo = describeVendor({
  kind: 'compat-video',
  names: kindNames['compat-video'],
  telemetryName: 'openai-compat-video',
  mediaOnly: true,
  environment: { key: ['OPENAI_COMPAT_VIDEO_API_KEY'], url: ['OPENAI_COMPAT_VIDEO_BASE_URL'] },
  detection: [['OPENAI_COMPAT_VIDEO_BASE_URL', 'OPENAI_COMPAT_VIDEO_API_KEY']],
  models: {},
  capabilities: () => capabilities({ videoGeneration: true, videoCancellation: true }),
});
