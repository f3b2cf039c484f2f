import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { refuse } from '#kit/errors/refusal.ts';

// The browser's passkeys (WebAuthn). The library loads at first use.

/** Whether this browser supports passkeys; false on the server. */
export const hasPasskeys = (): boolean =>
  typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';

/** Asks for one of the person's passkeys; throws a refusal in Japanese on failure. */
export async function answerWithPasskey(options: object): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await library();
  try {
    return await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    });
  } catch (error) {
    throw refused(error, useProblems);
  }
}

/** Creates a passkey; throws a refusal in Japanese on failure. */
export async function createPasskey(options: object): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await library();
  try {
    return await startRegistration({
      optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
    });
  } catch (error) {
    throw refused(error, creationProblems);
  }
}

function library() {
  if (!hasPasskeys()) throw refuse('Forbidden', notSupportedMessage);
  return import('@simplewebauthn/browser');
}

export const notSupportedMessage =
  'このブラウザーでは、パスキーをお使いになれません。ほかの方法をお選びください。';

/** Messages by the names of WebAuthn's errors. Browsers do not distinguish a cancellation from a timeout. */
const problems = {
  NotSupportedError: notSupportedMessage,
  SecurityError: 'このアドレスでは、パスキーをお使いになれません。ほかの方法をお選びください。',
};
const useProblems: Record<string, string> = {
  ...problems,
  NotAllowedError:
    'パスキーでの確認は行われませんでした。もう一度お試しいただくか、ほかの方法をお選びください。',
  AbortError: 'パスキーでの確認は行われませんでした。よろしければ、もう一度お試しください。',
};
const creationProblems: Record<string, string> = {
  ...problems,
  NotAllowedError: 'パスキーは追加されませんでした。よろしければ、もう一度お試しください。',
  AbortError: 'パスキーは追加されませんでした。よろしければ、もう一度お試しください。',
  InvalidStateError: 'この端末のパスキーは、すでに追加されています。',
};
const otherProblem =
  'パスキーをうまく使えませんでした。もう一度お試しいただくか、ほかの方法をお選びください。';

function refused(error: unknown, known: Record<string, string>) {
  const name = error instanceof Error ? error.name : '';
  // Expected, so a warning: console.error is for bugs.
  console.warn('a passkey could not be used:', name);
  return refuse('Forbidden', known[name] ?? otherProblem);
}
