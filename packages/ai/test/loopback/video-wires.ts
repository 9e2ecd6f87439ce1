import type { Recorded, Reply, Wire } from './server.ts';

export const VIDEO = new Uint8Array([0, 0, 0, 24, 102, 116, 121, 112, 109, 112, 52, 50]);

const isFile = (request: Recorded): boolean => request.path.startsWith('/files/');
const file = (): Reply => ({ bytes: VIDEO, type: 'video/mp4' });
const missing = (): Reply => ({ status: 404, json: { error: { message: 'no such task' } } });

/** A vendor with one job, whose status is set by the test. */
export class VideoVendorState {
  /** The vendor's own word for the status of the job. */
  state = 'queued';
  /** The URL of the result; the vendor itself if empty. */
  resultUrl = '';
  extra: Record<string, unknown> = {};
}

/** BytePlus ModelArk. */
export function taskAWire(state: VideoVendorState): Wire {
  return (request) => {
    if (isFile(request)) return file();
    if (request.method === 'DELETE') return { json: {} };
    if (request.method === 'POST') return { json: { id: 'cgt-2026-abc' } };
    if (request.path.includes('?page_size=1')) return { json: { items: [], total: 0 } };
    if (!request.path.endsWith('/cgt-2026-abc')) return missing();
    return {
      json: {
        id: 'cgt-2026-abc',
        status: state.state,
        content: { video_url: state.resultUrl },
        duration: 5,
        updated_at: 1_790_000_000,
        ...state.extra,
      },
    };
  };
}

/** Seevio. */
export function taskBWire(state: VideoVendorState): Wire {
  return (request) => {
    if (isFile(request)) return file();
    if (request.method === 'POST') return { json: { taskId: 'task-1', credits: 42 } };
    if (!request.path.endsWith('/task-1')) return missing();
    const data = { results: [state.resultUrl], video_expires_at: '2026-11-22T10:00:00Z' };
    return { json: { status: state.state, ...(state.state === 'completed' ? { data } : {}), ...state.extra } };
  };
}

/** The `/v1/videos` surface. */
export function videosWire(state: VideoVendorState): Wire {
  return (request) => {
    if (isFile(request)) return file();
    if (request.path.endsWith('/content')) return file();
    if (request.path.endsWith('/cancel')) return missing();
    if (request.method === 'POST') return { json: { id: 'video_1', status: 'queued' } };
    if (!request.path.endsWith('/video_1')) return missing();
    const url = state.resultUrl === '' ? {} : { url: state.resultUrl };
    return { json: { id: 'video_1', status: state.state, progress: 30, seconds: '8', ...url, ...state.extra } };
  };
}

/** Veo on the Gemini API. */
export function veoWire(state: VideoVendorState): Wire {
  return (request) => {
    if (isFile(request)) return file();
    if (request.method === 'POST') return { json: { name: 'models/veo-3.1-generate-preview/operations/op1' } };
    if (request.path.includes('pageSize=1')) return { json: { models: [] } };
    if (state.state !== 'done') return { json: { name: 'op', ...state.extra } };
    const response = { generateVideoResponse: { generatedSamples: [{ video: { uri: state.resultUrl } }] } };
    return { json: { name: 'op', done: true, ...(state.extra['error'] === undefined ? { response } : state.extra) } };
  };
}
