import * as z from 'zod/mini';
import { Applicant, SentAddress } from '#domain/accounts/account.ts';
import { line } from '#domain/values/typed-text.ts';
import { DirectApplication, FundApplication } from './application.ts';

const { agreed: _direct, deliveryDate, deliverySlot, ...direct } = DirectApplication.shape;
const { agreed: _fund, deliveryDate: _day, deliverySlot: _slot, ...fund } = FundApplication.shape;
const wished = { deliveryDate: z.optional(deliveryDate), deliverySlot: z.optional(deliverySlot) };

/** What is given, to whom, and when the kit shall come. */
const EditedGoods = z.discriminatedUnion('kind', [
  z.strictObject({ ...direct, ...wished }),
  z.strictObject({ ...fund, ...wished }),
]);

/** Why the operator edits; it stands in the history, so it names nobody. */
const reason = line('理由', 200);

/** The body of POST /api/office/applications/:appraisalId: the parts that are edited, each of them whole. */
export const ApplicationEdit = z.strictObject({
  applicant: z.optional(Applicant),
  applicantAddress: z.optional(SentAddress),
  application: z.optional(EditedGoods),
  reason,
  /** Whether the donor gets a mail of it; of another address or recipient they always do. */
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

/** A recorded edit: why, and each field as it was and as it became. */
export const RecordedChange = z.object({
  id: z.number(),
  reason: z.string(),
  changes: z.record(z.string(), z.tuple([Value, Value])),
});
export type RecordedChange = z.infer<typeof RecordedChange>;
