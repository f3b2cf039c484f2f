import { type Refusal, refuse } from '#kit/errors/refusal.ts';
import type { Attempts, Tried } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { slowDown } from '#kit/limits/slow-down.server.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.server.ts';
import { alreadyRegisteredMessage, notRegisteredMessage, wrongPasswordMessage } from './sign-in.ts';

const tooManyMessage =
  '続けてお試しになったため、しばらくお休みしています。少し時間をおいてから、もう一度お試しください。';
const genericSignUpMessage =
  'この内容ではご登録いただけませんでした。すでにご登録の方は、ログインするか、パスワードを再設定してください。';
const genericEmailMessage =
  'このメールアドレスには変更できませんでした。別のアドレスをお試しください。';

export type Refused = Error & { refusal: Refusal };
type MessageDependencies = Pick<AuthDependencies, 'attempts' | 'genericAccountMessages'>;

/**
 * Counts a try against each budget; refuses if one is exhausted, or delays for budgets that slow down. `succeeded`
 * uncounts the try.
 */
export async function countTry(
  attempts: Attempts,
  tries: readonly Tried[],
): Promise<{ succeeded(): Promise<void> }> {
  const outcome = await attempts.spend(...tries);
  if (!outcome.isAllowed) {
    const { retryAfterSeconds } = outcome;
    throw refuse('TooManyRequests', tooManyMessage, { retryAfterSeconds });
  }
  await slowDown(outcome.excess);
  return { succeeded: outcome.giveBack };
}

/**
 * Whether a response to this caller may reveal if an e-mail is registered (docs/product.md, Budgets of tries): within
 * budgets per address and e-mail, never with GENERIC_ACCOUNT_MESSAGES.
 */
export async function mayReveal(
  { attempts, genericAccountMessages }: MessageDependencies,
  caller: Caller,
  email: string,
): Promise<boolean> {
  if (genericAccountMessages) return false;
  const telling = await attempts.spend(
    ['telling by address', countedAddress(caller.address)],
    ['telling by e-mail', email],
  );
  return telling.isAllowed;
}

/** Refusal of a sign-in: not registered, or a wrong password (docs/product.md, Messages). */
export async function signInRefused(
  dependencies: MessageDependencies,
  caller: Caller,
  { email, isRegistered }: { email: string; isRegistered: boolean },
): Promise<Refused> {
  // Both cases cost the same queries, so that timing does not reveal which.
  const isTelling = await mayReveal(dependencies, caller, email);
  const title = 'ログインできませんでした';
  return isTelling && !isRegistered
    ? refuse('ValidationError', notRegisteredMessage, { title, template: 'user-not-found' })
    : refuse('ValidationError', wrongPasswordMessage, { title });
}

/** Refusal of a sign-up, or of a change of e-mail, to an address already in use. */
export async function emailTaken(
  dependencies: MessageDependencies,
  caller: Caller,
  email: string,
  path: 'email' | 'newEmail',
): Promise<Refused> {
  if (await mayReveal(dependencies, caller, email)) {
    return refuse('ValidationError', alreadyRegisteredMessage, {
      errors: [{ path, message: alreadyRegisteredMessage }],
    });
  }
  return refuse('ValidationError', path === 'email' ? genericSignUpMessage : genericEmailMessage);
}
