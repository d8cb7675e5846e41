/**
 * The shape a second language must have: exactly the keys of the English table, any text as value. Write
 * `export const graph: Translated<typeof english> = {…}`; a missing or surplus key is then a compile error.
 */
export type Translated<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string ? string : Translated<Table[Key]>;
};
