import type { Database, Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { attempts } from '#server/limits/attempts.ts';
import { isProvenAddress } from './proven-address.ts';

/**
 * The mails that anybody can cause by an act of their own, at whatever door: an address gets so many of a
 * kind in a day and no more ("mails of a kind" in attempts.ts).
 */
const causedByAnybody: ReadonlySet<string> = new Set([
  'welcome',
  'verify-email',
  'confirm-email-change',
  'reset',
  'application-received',
  'application-corrected',
  'application-cancelled',
  'contact-received',
  'listing-received',
  // An organisation's editors may invite whom they like.
  'invitation',
]);

/**
 * Those that warn of what a stranger may have done: without limit where the address is proven, or a
 * thief would first use up the budget.
 */
const warnings: ReadonlySet<string> = new Set([
  'email-change-asked',
  'email-changed',
  'undo-ended',
  'sign-in-changed',
  'service-tied',
  'service-untied',
]);

/** Whether an address may get one more mail of this kind today; counts it. */
export async function mayMail(
  tx: Database | Transaction,
  { kind, to }: { kind: string; to: string },
  { clock, secret }: Pick<Dependencies, 'clock' | 'secret'>,
): Promise<boolean> {
  const isCounted =
    causedByAnybody.has(kind) || (warnings.has(kind) && !(await isProvenAddress(tx, to)));
  if (!isCounted) return true;
  const budget = attempts({ db: tx, clock, secret });
  return (await budget.spend(['mails of a kind', `${kind} ${to}`])).isAllowed;
}
