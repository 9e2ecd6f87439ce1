import { CAPABILITIES } from '../content/capabilities.ts';
import { contributions } from '../contributions/capability.ts';
import type { Capability } from '../record/capability.ts';

/** The capabilities of content, and then those that use content from outside and are no part of its class. */
export const EVERY_CAPABILITY: readonly Capability[] = [...CAPABILITIES, contributions];
