import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';

/** Newest transfers of an organisation that its room lists: some years of monthly ones. */
export const maxTransfersShown = 60;
/** Days after arrival on which a confirmation is asked for by mail, once each. */
export const reminderDays = [7, 30] as const;

/** A transfer to an organisation, as its own people see it. */
export const RoomTransfer = z.object({
  id: z.string(),
  /** Number of its statement; "" before the bank's answer. */
  number: z.string(),
  amountYen: z.number(),
  gifts: z.number(),
  state: z.enum(['sent', 'confirmed', 'returned']),
  /** YYYY-MM-DD: of arrival, else of the transfer. */
  day: z.string(),
  returnedOn: z.string(),
  returnReason: z.string(),
  /** Rows recorded on it; a request names it, so that a stale page never acts. */
  turn: z.number(),
  /** "" if it is not confirmed, or the confirmation was taken back. */
  confirmedAt: z.union([z.literal(''), Timestamp]),
  /** Why the last confirmation was taken back. */
  takenBackReason: z.string(),
});
export type RoomTransfer = z.infer<typeof RoomTransfer>;

const turn = z.int('画面を読み込み直してください。').check(z.minimum(0), z.maximum(1_000));

/** Says that a transfer was received. */
export const Confirming = z.strictObject({ turn });
export type Confirming = z.infer<typeof Confirming>;

/** Takes a mistaken confirmation back. */
export const TakingBack = z.strictObject({ turn, reason: line('理由', 200) });
export type TakingBack = z.infer<typeof TakingBack>;

/** A confirmation or its counter-entry, for operators. */
export const ConfirmationRow = z.object({
  remittanceId: z.string(),
  number: z.string(),
  amountYen: z.number(),
  isTakenBack: z.boolean(),
  reason: z.string(),
  turn: z.number(),
  at: Timestamp,
});
export type ConfirmationRow = z.infer<typeof ConfirmationRow>;
/** Rows of an organisation that operators see. */
export const confirmationsShown = 100;
