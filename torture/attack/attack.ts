import type { AttackedSite } from './attacked-site.ts';
import type { Hole } from './hole.ts';

export type Attack = {
  name: string;
  /** Holes it needs; none of them is in the product. */
  holes: readonly Hole[];
  /** Whether the attacker reached the goal. */
  succeeds(site: AttackedSite): Promise<boolean>;
};
