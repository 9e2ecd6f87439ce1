/** How many looks people have: a colour and a pattern each. */
export const PERSON_LOOKS = 6;

/** The look of a person, the same in every window. */
export function personLook(userId: string): number {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % PERSON_LOOKS;
}
