import type { OpenContributionType } from './records.ts';

/** The file rules of a type, with defaults. */
export interface FileRules {
  readonly maxFiles: number;
  /** The maximum of all files together, in bytes. */
  readonly maxTotalBytes: number;
  /** If empty, every type is accepted. */
  readonly allowedMimePatterns: readonly string[];
}

/** Why files would be rejected. */
export type FileFault =
  | { readonly code: 'too_many'; readonly most: number }
  | { readonly code: 'too_large'; readonly most: number }
  | { readonly code: 'wrong_type'; readonly name: string };

/** Returns the rules of a type, from its public or its complete form. */
export function fileRulesOf(type: OpenContributionType & { readonly intakeRules?: Partial<FileRules> }): FileRules {
  const { intakeRules } = type;
  return {
    maxFiles: type.maxFiles ?? intakeRules?.maxFiles ?? 10,
    maxTotalBytes: type.maxTotalBytes ?? intakeRules?.maxTotalBytes ?? 50_000_000,
    allowedMimePatterns: type.allowedMimePatterns ?? intakeRules?.allowedMimePatterns ?? [],
  };
}

/** Whether a media type matches one of the patterns: `image/png`, `image/*`, `*` + `/*`; without patterns, every type matches. */
export function isTakenType(mimeType: string, patterns: readonly string[]): boolean {
  const type = mimeType.toLowerCase() || 'application/octet-stream';
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => {
      const given = pattern.trim().toLowerCase();
      return given === '*/*' || given === type || (given.endsWith('/*') && type.startsWith(given.slice(0, -1)));
    })
  );
}

/** Checks files before they are sent. The server checks their bytes and decides. */
export function fileFaults(
  files: readonly { readonly name: string; readonly type: string; readonly size: number }[],
  rules: FileRules,
): FileFault[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return [
    ...(files.length > rules.maxFiles ? [{ code: 'too_many', most: rules.maxFiles } as const] : []),
    ...(total > rules.maxTotalBytes ? [{ code: 'too_large', most: rules.maxTotalBytes } as const] : []),
    ...files.filter(({ type }) => !isTakenType(type, rules.allowedMimePatterns)).map(({ name }) => ({ code: 'wrong_type', name }) as const),
  ];
}
