/** The messages of a component: strings, or functions with the same arguments. */
export type Words<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends (...given: infer Given) => string ? (...given: Given) => string : string;
};
