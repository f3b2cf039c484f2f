import * as z from 'zod/mini';
import type { RecordMode } from './duty.ts';

const chooseMode = '記録のしかたを選んでください。';

/**
 * How purchases are recorded, by kind of application. Gifts to an organisation are asked for no birth and occupation,
 * so nothing can be demanded of them.
 */
export const LedgerSettings = z.strictObject({
  fund: z.enum(['careful', 'complete', 'off'], chooseMode),
  direct: z.enum(['complete', 'off'], chooseMode),
});
export type LedgerSettings = z.infer<typeof LedgerSettings>;

/** Until an operator chooses: funds buy back, so they are recorded with care; gifts are another ledger. */
export const usualLedgerSettings: LedgerSettings & Record<string, RecordMode> = {
  fund: 'careful',
  direct: 'off',
};

/** The settings with who changed them last, for the editor. */
export const KeptLedgerSettings = z.object({
  settings: LedgerSettings,
  version: z.number(),
  /** "" while nobody has changed them. */
  changedBy: z.string(),
});
export type KeptLedgerSettings = z.infer<typeof KeptLedgerSettings>;
