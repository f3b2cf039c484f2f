/** A code change that lets an attack in. */
export type Hole = { file: string; was: string; becomes: string };
