import type { AIOptions } from '../interface/ai-options.ts';
import type { RequestOptions } from '../interface/options.ts';
import type { VendorDescription } from '../interface/vendor-row.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoJobStatus, VideoResult } from '../interface/video.ts';
import type { TokenBucket } from '../pacing/token-bucket.ts';
import { BaseProvider } from '../provider/base-provider.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import { VideoOperations } from './video-operations.ts';
import type { VideoWire } from './video-wire.ts';

/** A kind that only renders videos. */
export abstract class VideoProvider extends BaseProvider {
  #operations: VideoOperations;
  #wire: VideoWire;

  constructor(
    vendor: VendorDescription,
    options: AIOptions,
    make: (settings: ProviderSettings) => { wire: VideoWire; bucket?: () => TokenBucket },
  ) {
    super(vendor, options);
    const { wire, bucket } = make(this.settings());
    this.#wire = wire;
    this.#operations = new VideoOperations(this.settings(), wire, bucket);
  }

  override get defaultModel(): string | undefined {
    return this.settings().options.defaultModel ?? this.#wire.defaultModel;
  }

  override submitVideoGenerationJob(options: VideoGenerationOptions): Promise<VideoJobHandle> {
    return this.#operations.submit(options);
  }

  override getVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoJobStatus> {
    return this.#operations.status(handle, options);
  }

  override fetchVideoGenerationResult(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoResult> {
    return this.#operations.result(handle, options);
  }

  override cancelVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<void> {
    return this.#operations.cancel(handle, options);
  }

  override validateVideoGenerationAccess(options?: RequestOptions): Promise<void> {
    return this.#operations.checkAccess(options);
  }
}
