import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { isProvenAddress } from './proven-address.server.ts';

/**
 * Mails that anyone can trigger. Each address gets a limited number of each kind per day ("mails of a kind" in
 * attempts.ts).
 */
const publicKinds: ReadonlySet<string> = new Set([
  'welcome',
  'verify-email',
  'confirm-email-change',
  'reset',
  'application-received',
  'application-corrected',
  'application-cancelled',
  'contact-received',
  'listing-received',
  // Editors of an organisation may invite any address.
  'invitation',
]);

/**
 * Warnings of what a stranger may have done. Unlimited for a proven address, or a thief could use up the limit first.
 */
const warningKinds: ReadonlySet<string> = new Set([
  'email-change-asked',
  'email-changed',
  'undo-ended',
  'sign-in-changed',
  'service-tied',
  'service-untied',
]);

/** Whether an address may get one more mail of this kind today; counts it. */
export async function takeMailBudget(
  tx: Database | Transaction,
  { kind, to }: { kind: string; to: string },
  { clock, secret }: Pick<Dependencies, 'clock' | 'secret'>,
): Promise<boolean> {
  const isCounted =
    publicKinds.has(kind) || (warningKinds.has(kind) && !(await isProvenAddress(tx, to)));
  if (!isCounted) return true;
  const budget = attempts({ db: tx, clock, secret });
  return (await budget.spend(['mails of a kind', `${kind} ${to}`])).isAllowed;
}
