/** A place in the code that, changed so, lets an attack in. */
export type Hole = { file: string; was: string; becomes: string };
