import type { AttackedSite } from './attacked-site.ts';
import type { Hole } from './hole.ts';

export type Attack = {
  name: string;
  /** What must be broken for it to succeed; none of these is in the product. */
  holes: readonly Hole[];
  /** Whether the attacker got what they were after. */
  succeeds(site: AttackedSite): Promise<boolean>;
};
