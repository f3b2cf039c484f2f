import type { Dependencies } from '#server/dependencies.ts';
import { adminChecks } from './admin-checks.ts';
import { ownCheck } from './own-check.ts';
import { paperFiles } from './paper-files.ts';

/** The check of a seller's identity: papers from the donor, stored sealed, which the operator alone reads. */
export const identity = (dependencies: Dependencies) => {
  const papers = paperFiles(dependencies);
  const needed = { ...dependencies, papers };
  return {
    ...ownCheck(needed),
    ...adminChecks(needed),
    /** Deletes the papers whose time is over. */
    forgetOver: papers.forgetOver,
  };
};
