import type { LetterLabels } from '#domain/identity-checks/seller-facts.ts';
import type { Person } from '#server/actor.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { adminChecks } from './admin-checks.ts';
import { printLetterLabels } from './letter-labels.ts';
import { letterList } from './letter-list.ts';
import { createOwnIdentityCheck } from './own-check.ts';
import { paperFiles } from './paper-files.ts';
import { sellerReview } from './seller-review.ts';

/** Check of a seller's identity. The donor's papers are stored sealed and only the operator reads them. */
export const identity = (dependencies: Dependencies) => {
  const papers = paperFiles(dependencies);
  const needed = { ...dependencies, papers };
  return {
    ...createOwnIdentityCheck(needed),
    ...adminChecks(needed),
    ...sellerReview(needed),
    letterList: auditedList(needed, letterList),
    printLabels: (operator: Person, labels: LetterLabels) =>
      printLetterLabels(needed, operator, labels),
    /** Deletes expired papers. */
    forgetOver: papers.forgetOver,
  };
};
