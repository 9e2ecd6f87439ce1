import type { OpenContributionType } from './records.ts';

/** What a type says of files, with what holds where it says nothing. */
export interface FileRules {
  readonly maxFiles: number;
  /** In bytes, all together. */
  readonly maxTotalBytes: number;
  /** Empty takes every type. */
  readonly allowedMimePatterns: readonly string[];
}

/** Why files would not be taken. */
export type FileFault =
  | { readonly code: 'too_many'; readonly most: number }
  | { readonly code: 'too_large'; readonly most: number }
  | { readonly code: 'wrong_type'; readonly name: string };

/** The rules of a type, as strangers are told them or as they are stored. */
export function fileRulesOf(type: OpenContributionType & { readonly intakeRules?: Partial<FileRules> }): FileRules {
  const { intakeRules } = type;
  return {
    maxFiles: type.maxFiles ?? intakeRules?.maxFiles ?? 10,
    maxTotalBytes: type.maxTotalBytes ?? intakeRules?.maxTotalBytes ?? 50_000_000,
    allowedMimePatterns: type.allowedMimePatterns ?? intakeRules?.allowedMimePatterns ?? [],
  };
}

/** Whether a type of file fits one of the patterns: `image/png`, `image/*`, `*` + `/*`; everything fits none at all. */
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

/** What would keep files from being taken, before any is sent. The server looks at their bytes and decides. */
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
