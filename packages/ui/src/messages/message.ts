/** The words of a component: every text as a text, every function with the same arguments. */
export type Words<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends (...given: infer Given) => string ? (...given: Given) => string : string;
};
