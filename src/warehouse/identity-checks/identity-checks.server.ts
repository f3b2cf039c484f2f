import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { adminChecks } from './admin-checks.server.ts';
import { printLetterLabels } from './letter-labels.server.ts';
import { letterList } from './letter-list.server.ts';
import { createOwnIdentityCheck } from './own-check.server.ts';
import { paperFiles } from './paper-files.server.ts';
import type { LetterLabels } from './seller-facts.ts';
import { sellerReview } from './seller-review.server.ts';

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
