/** A mutant that no test can notice, since it changes nothing that anybody can observe. */
export interface Exemption {
  readonly file: string;
  /** Its name, as it is printed. */
  readonly mutant: string;
  readonly reason: string;
  /** It can be observed on PostgreSQL: only without `--postgres` it is exempt. */
  readonly on?: 'SQLite';
}

/** Returns what is wrong with exemptions: each must name a file of the table and one of its mutants, once, and have a reason. */
export function faultsOf(exemptions: readonly Exemption[], mutantsOf: (file: string) => readonly string[] | undefined): readonly string[] {
  const seen = new Set<string>();
  return exemptions.flatMap(({ file, mutant, reason }) => {
    const name = `${file} ${mutant}`;
    const isRepeated = seen.has(name);
    seen.add(name);
    const mutants = mutantsOf(file);
    if (mutants === undefined) return [`${name}: the file is not in mutations.json`];
    if (!mutants.includes(mutant)) return [`${name}: there is no such mutant any more`];
    if (isRepeated) return [`${name}: it is exempt twice`];
    return reason.trim() === '' ? [`${name}: it has no reason`] : [];
  });
}
