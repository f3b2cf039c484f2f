import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { attempts, type Budget, type Tried } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';

/** Recipient and requesting IP. Signed-in donors are not limited by IP. */
export type MailRequest = { email: string; guestAddress: string | undefined };

const messages = {
  'applying by e-mail':
    '同じメールアドレスでのお申し込みが続いているため、いったん受付を止めています。',
  'applying by address': '同じ回線からのお申し込みが続いているため、いったん受付を止めています。',
} as const satisfies Partial<Record<Budget, string>>;
const nothingLost =
  'ご入力の内容はこの画面に残っています。少し時間をおいてから、もう一度お送りください。';

/**
 * Refuses (TooManyRequests) an application whose mail would exceed a budget: anyone can enter a stranger's address.
 * Counted in the application's own transaction, so that only stored applications count, and a replayed submit counts
 * once.
 */
export async function countMail(
  tx: Transaction,
  dependencies: Pick<Dependencies, 'clock' | 'secret'>,
  { email, guestAddress }: MailRequest,
): Promise<void> {
  const { spend } = attempts({ ...dependencies, db: tx });
  const tries: Tried<keyof typeof messages>[] = [['applying by e-mail', email]];
  if (guestAddress !== undefined) {
    tries.push(['applying by address', countedAddress(guestAddress)]);
  }
  const outcome = await spend(...tries);
  if (outcome.isAllowed) return;
  const { by, retryAfterSeconds } = outcome;
  throw refuse('TooManyRequests', messages[by] + nothingLost, { retryAfterSeconds });
}
