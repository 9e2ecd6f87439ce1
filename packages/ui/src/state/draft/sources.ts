/** The source of what others wrote, for observers of the document. */
export const RECEIVED = Symbol('received');
/** The source of what is typed into a surface that is bound to the document. */
export const TYPED = Symbol('typed');
