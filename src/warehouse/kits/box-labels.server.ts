import { wholeAddress } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import type { FrozenEntry } from './batch-entries.server.ts';
import { boxCodeOf } from './box-code.ts';
import type { BoxLabel } from './draw-labels.server.ts';

/** One label per box, in the order of the entries. */
export const boxLabels = (entries: readonly FrozenEntry[]): BoxLabel[] =>
  entries.flatMap(({ appraisalId, boxes, recipient }) =>
    Array.from({ length: boxes }, (_, index) => ({
      code: boxCodeOf(appraisalId, index + 1),
      number: index + 1,
      boxes,
      name: `${recipient.lastName} ${recipient.firstName}`,
      zipcode: formatPostalCode(recipient.zipcode).replace('〒', ''),
      address: wholeAddress(recipient),
      targetName: recipient.targetName,
    })),
  );
