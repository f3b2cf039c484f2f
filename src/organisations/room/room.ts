import * as z from 'zod/mini';
import { StaffRole } from '#kit/permissions/roles.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { AssociateState } from '#organisations/associates/associate-state.ts';

/** A certification on record, as the organisation's staff sees it. */
export const RoomCertification = z.object({
  number: z.string(),
  authority: z.string(),
  certifiedOn: z.string(),
  expiresOn: z.string(),
});
export type RoomCertification = z.infer<typeof RoomCertification>;

/** Start page of an organisation's staff: their role, and pending tasks. */
export const RoomFacts = z.object({
  id: z.string(),
  name: z.string(),
  role: StaffRole,
  state: AssociateState,
  /** Whether changes are published at once, or after the operator's review. */
  publishesAtOnce: z.boolean(),
  /** Donations of the last 90 days without thanks; counted up to a limit. */
  unthankedCount: z.number(),
  /** Drafts that the operator sent back. */
  returned: z.array(
    z.object({
      kind: z.enum(['associate', 'activity', 'thanks', 'use-report']),
      id: z.string(),
      title: z.string(),
      reason: z.string(),
    }),
  ),
  /** Drafts that wait for the operator's review. */
  waitingCount: z.number(),
  /** Recent public pledges without a reply. */
  unansweredPledgeCount: z.number(),
  /** Transfers carried out by the bank but not confirmed yet. */
  unconfirmedCount: z.number(),
  /** Gifts that arrived more than 90 days ago and that no report covers. */
  lateGiftCount: z.number(),
  certifications: z.array(RoomCertification),
  /** Set if a transfer to its account was returned on that day (YYYY-MM-DD): transfers stop until it is fixed. */
  blockedAccount: z.nullable(z.object({ returnedOn: z.string(), reason: z.string() })),
});
export type RoomFacts = z.infer<typeof RoomFacts>;

export const mostCountedInRoom = 100;

export const staffReceiptsPageSize = 20;

/** A receipt in the organisation's name, without its recipient: only the operator sees the donor. */
export const StaffReceipt = z.object({
  number: z.string(),
  kind: z.enum(['donation', 'year']),
  year: z.number(),
  amountYen: z.number(),
  issuedAt: Timestamp,
  isReissue: z.boolean(),
  /** Whether one of its donations was reversed since. */
  isVoid: z.boolean(),
});
export type StaffReceipt = z.infer<typeof StaffReceipt>;
