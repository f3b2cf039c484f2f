import { cwd } from 'node:process';
import { accountAttacks } from './attack/account-attacks.ts';
import { buildWithHoles, openAttackedSite } from './attack/attacked-site.ts';
import { codeAttacks } from './attack/code-attacks.ts';
import { edgeAttacks } from './attack/edge-attacks.ts';
import { sessionAttacks } from './attack/session-attacks.ts';
import { textAttacks } from './attack/text-attacks.ts';
import { inSeconds, type Trial } from './trial.ts';

const attacks = [
  ...accountAttacks,
  ...sessionAttacks,
  ...textAttacks,
  ...edgeAttacks,
  ...codeAttacks,
];

/**
 * Every attack that once succeeded, against the product in production mode: first against a copy
 * with its holes, where each must succeed, or it would prove nothing; then against the product
 * itself.
 */
export const attack: Trial = {
  name: 'attacks, each first shown to succeed through a seeded hole',
  unit: 'rounds',
  usualAmount: 1,
  async run({ progress, atEnd }) {
    const began = performance.now();
    const faults: string[] = [];
    const holed = await buildWithHoles(
      attacks.flatMap(({ holes }) => holes),
      atEnd,
    );
    for (const [root, isHoled] of [
      [holed, true],
      [cwd(), false],
    ] as const) {
      const site = await openAttackedSite(root, atEnd);
      for (const { name, succeeds } of attacks) {
        const isIn = await succeeds(site);
        if (isHoled && !isIn)
          faults.push(`shows nothing, for it fails even through its hole: ${name}`);
        if (!isHoled && isIn) faults.push(`succeeded: ${name}`);
        progress(`${isHoled ? 'with holes' : 'the product'}: ${name}`);
      }
    }
    return {
      figures: `${attacks.length} attacks, each with and without its hole, ${inSeconds(performance.now() - began)}`,
      faults,
    };
  },
};
