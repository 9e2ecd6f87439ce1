/** What the compiler shows for a name that no field has. */
export interface NoSuchField<Name extends string> {
  readonly 'is not a field': Name;
}

type NameOf<Term extends string> = Term extends ` ${infer Rest}` ? NameOf<Rest> : Term extends `-${infer Name}` ? Name : Term;

type FieldOrPath<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`;

type WrongNames<Order extends string, Values> = Order extends `${infer First},${infer Rest}`
  ? WrongNames<First, Values> | WrongNames<Rest, Values>
  : NameOf<Order> extends FieldOrPath<Values>
    ? never
    : NameOf<Order>;

/** An order whose terms are fields, or one that is known only at run time. */
export type CheckedOrder<Order extends string, Values> = string extends Order
  ? Order
  : [WrongNames<Order, Values>] extends [never]
    ? Order
    : Order & NoSuchField<WrongNames<Order, Values>>;

/** The name of a field, or one that is known only at run time. */
export type CheckedName<Name extends string, Values> = string extends Name
  ? Name
  : Name extends FieldOrPath<Values>
    ? Name
    : Name & NoSuchField<Name>;

/** A query whose order is checked. It is a parameter of methods, since a collection of a class would else be none of its base class. */
export interface Ordered<Order extends string, Values> {
  readonly orderBy?: Order & CheckedOrder<Order, Values>;
}

/** A query whose fields are checked. */
export interface Naming<Name extends string, Values> {
  readonly fields?: readonly (Name & CheckedName<Name, Values>)[];
}
