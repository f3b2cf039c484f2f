import type { AttackedSite } from './attacked-site.ts';

/** A place in the code that, changed so, lets an attack in. */
export type Hole = { file: string; was: string; becomes: string };

export type Attack = {
  name: string;
  /** What must be broken for it to succeed; none of these is in the product. */
  holes: readonly Hole[];
  /** Whether the attacker got what they were after. */
  succeeds(site: AttackedSite): Promise<boolean>;
};
