import { mountApplication, type MountInput } from '@colophon/app';
import type { Hono } from 'hono';
import type { Config } from '../config/load-config.ts';
import type { DemoAccess } from '../demo/demo-access.ts';
import { newsroom } from './application.ts';
import { newsroomSurfaces } from './surfaces.ts';

/** What the surfaces are made from. */
export interface AppParts extends MountInput<Config> {
  /** Access to a demonstration without a password, if available. */
  readonly demo?: DemoAccess | undefined;
}

/** Assembles Newsroom's surfaces over a database that is prepared, without anything in the background. */
export function createApp({ demo, ...input }: AppParts): Hono {
  return mountApplication(newsroom, input, (parts) => newsroomSurfaces(parts, demo));
}
