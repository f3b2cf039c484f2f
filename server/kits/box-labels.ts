import { boxCodeOf } from '#domain/kits/box-code.ts';
import { wholeAddress } from '#domain/values/postal/written-address.ts';
import { formatPostalCode } from '#domain/values/postal-code.ts';
import type { FrozenEntry } from './batch-entries.ts';
import type { BoxLabel } from './draw-labels.ts';

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
