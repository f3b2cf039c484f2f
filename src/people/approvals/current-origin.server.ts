import { coarseAddress } from '#people/security/coarse-address.server.ts';
import { currentTrace } from '#people/security/request-trace.server.ts';
import type { ApprovalOrigin } from './approval.ts';

/** Device and coarse address of the current request; '' outside of one. */
export function currentOrigin(): ApprovalOrigin {
  const origin = currentTrace()?.origin();
  return origin
    ? { device: origin.device, from: coarseAddress(origin.address) }
    : { device: '', from: '' };
}
