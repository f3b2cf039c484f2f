import * as z from 'zod/mini';
import { line } from '#kit/values/typed-text.ts';
import { Applicant, SentAddress } from '#people/accounts/account.ts';
import { DirectApplication, FundApplication } from './application.ts';

const { agreed: _direct, deliveryDate, deliverySlot, ...direct } = DirectApplication.shape;
const { agreed: _fund, deliveryDate: _day, deliverySlot: _slot, ...fund } = FundApplication.shape;
const wished = { deliveryDate: z.optional(deliveryDate), deliverySlot: z.optional(deliverySlot) };

/** Goods, recipient and the wished delivery of the kit. */
const EditedGoods = z.discriminatedUnion('kind', [
  z.strictObject({ ...direct, ...wished }),
  z.strictObject({ ...fund, ...wished }),
]);

/** The operator's reason; shown in the history, so it must not contain names. */
const reason = line('理由', 200);

/** Body of POST /api/office/applications/:appraisalId: the edited parts, each of them complete. */
export const ApplicationEdit = z.strictObject({
  applicant: z.optional(Applicant),
  applicantAddress: z.optional(SentAddress),
  application: z.optional(EditedGoods),
  reason,
  /** Whether to mail the donor; a change of the address or the recipient is always mailed. */
  tellsDonor: z.boolean(),
});
export type ApplicationEdit = z.infer<typeof ApplicationEdit>;

export const EditedApplication = z.object({
  appraisalId: z.string(),
  version: z.number(),
  isTold: z.boolean(),
});
export type EditedApplication = z.infer<typeof EditedApplication>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

/** A recorded edit: the reason, and each field before and after. */
export const RecordedChange = z.object({
  id: z.number(),
  reason: z.string(),
  changes: z.record(z.string(), z.tuple([Value, Value])),
});
export type RecordedChange = z.infer<typeof RecordedChange>;
