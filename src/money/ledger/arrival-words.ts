import { formatYen } from '#kit/values/yen.ts';
import type { Terms } from './fees.ts';

/**
 * Share of a gift that arrives, in one short line; or its cost, if there are yen per box, which no
 * share expresses.
 */
export function arrivalWords({ feeBasisPoints, handlingYen }: Terms): string {
  if (handlingYen > 0) {
    const fee = feeBasisPoints > 0 ? `手数料${feeBasisPoints / 100}%・` : '';
    return `団体の負担：${fee}1箱${formatYen(handlingYen)}円`;
  }
  const share = feeBasisPoints > 0 ? `${(10_000 - feeBasisPoints) / 100}%` : '全額';
  return `寄付額の${share}が団体に届きます`;
}
