import * as z from 'zod/mini';
import type { RecordMode } from './duty.ts';

const chooseMode = '記録のしかたを選んでください。';

/**
 * Recording mode per kind of application. Gifts to an organisation have no birth date and
 * occupation, so nothing can be required of them.
 */
export const LedgerSettings = z.strictObject({
  fund: z.enum(['careful', 'complete', 'off'], chooseMode),
  direct: z.enum(['complete', 'off'], chooseMode),
});
export type LedgerSettings = z.infer<typeof LedgerSettings>;

/** Defaults: funds are buy-backs, so they are recorded with care; gifts are not. */
export const usualLedgerSettings: LedgerSettings & Record<string, RecordMode> = {
  fund: 'careful',
  direct: 'off',
};

/** Settings with their last editor. */
export const KeptLedgerSettings = z.object({
  settings: LedgerSettings,
  version: z.number(),
  /** "" before the first change. */
  changedBy: z.string(),
});
export type KeptLedgerSettings = z.infer<typeof KeptLedgerSettings>;
