import type { ApprovalOrigin } from '#domain/approvals/approval.ts';
import { coarseAddress } from '#server/security/coarse-address.ts';
import { currentTrace } from '#server/security/request-trace.ts';

/** Device and coarse address of the current request; '' outside of one. */
export function currentOrigin(): ApprovalOrigin {
  const origin = currentTrace()?.origin();
  return origin
    ? { device: origin.device, from: coarseAddress(origin.address) }
    : { device: '', from: '' };
}
