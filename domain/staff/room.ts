import * as z from 'zod/mini';
import { AssociateState } from '#domain/associates/associate-state.ts';
import { StaffRole } from '#domain/auth/roles.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

/** A certification on record, as the organisation's own people read it. */
export const RoomCertification = z.object({
  number: z.string(),
  authority: z.string(),
  certifiedOn: z.string(),
  expiresOn: z.string(),
});
export type RoomCertification = z.infer<typeof RoomCertification>;

/** What an organisation's people need to know when they come in: who they are here, and what waits for them. */
export const RoomFacts = z.object({
  id: z.string(),
  name: z.string(),
  role: StaffRole,
  state: AssociateState,
  /** Whether its changes are published at once, or after the operator has looked. */
  publishesAtOnce: z.boolean(),
  /** Donations of the last 90 days without any thanks; at most so many are counted. */
  unthankedCount: z.number(),
  /** Drafts that were sent back. */
  returned: z.array(
    z.object({
      kind: z.enum(['associate', 'activity', 'thanks']),
      id: z.string(),
      title: z.string(),
      reason: z.string(),
    }),
  ),
  /** How many drafts wait for the operator. */
  waitingCount: z.number(),
  /** Public pledges without a reply, of the latest ones. */
  unansweredPledgeCount: z.number(),
  certifications: z.array(RoomCertification),
  /** The day on which a transfer to its account came back (YYYY-MM-DD), and why: nothing is sent until it is put right. */
  blockedAccount: z.nullable(z.object({ returnedOn: z.string(), reason: z.string() })),
});
export type RoomFacts = z.infer<typeof RoomFacts>;

export const mostCountedInRoom = 100;

export const staffReceiptsPageSize = 20;

/** A receipt in the organisation's name, without whom it is for: only the operator sees the donor. */
export const StaffReceipt = z.object({
  number: z.string(),
  kind: z.enum(['donation', 'year']),
  year: z.number(),
  amountYen: z.number(),
  issuedAt: Timestamp,
  isReissue: z.boolean(),
  /** One of its donations was taken back since. */
  isVoid: z.boolean(),
});
export type StaffReceipt = z.infer<typeof StaffReceipt>;
