import type { Dependencies } from '#server/dependencies.ts';
import { adminChecks } from './admin-checks.ts';
import { ownCheck } from './own-check.ts';
import { paperFiles } from './paper-files.ts';

/** The check of a seller's identity: papers from the donor, kept sealed, before the operator alone. */
export const identity = (dependencies: Dependencies) => {
  const papers = paperFiles(dependencies);
  const needed = { ...dependencies, papers };
  return {
    ...ownCheck(needed),
    ...adminChecks(needed),
    /** Forgets the papers whose time is over. */
    forgetOver: papers.forgetOver,
  };
};
