import { api } from '#kit/client/api.ts';
import type {
  NewRecoveryCodes,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactors,
  SecondStep,
  TotpEnrolment,
} from '#people/sign-in/second-factor.ts';
import type { OwnProof } from '#people/sign-in/sign-in.ts';
import { answerWithPasskey, createPasskey } from './passkeys.ts';
import { enter } from './sign-in.ts';

// API calls for passkeys, authenticator apps and recovery codes.

/** The methods for a pending second step of the sign-in; null if none is pending. */
export const loadChallenge = () =>
  api<SecondStep>('/api/auth/second-factor/challenge', { isAnonymous: true });

/** The second step of a sign-in: a code of the authenticator app. */
export async function signInWithTotp(code: string): Promise<void> {
  await api('/api/auth/second-factor/verify-totp', { body: { code }, isAnonymous: true });
  await enter();
}

/** The same with one of the recovery codes. */
export async function signInWithRecoveryCode(code: string): Promise<void> {
  await api('/api/auth/second-factor/verify-recovery-code', { body: { code }, isAnonymous: true });
  await enter();
}

/** Signs in with a passkey: as the second step, or without a password. */
export async function signInWithPasskey({ rememberMe }: { rememberMe?: boolean } = {}) {
  const { options } = await api<PasskeyOptions>('/api/auth/passkeys/sign-in-options', {
    body: {},
    isAnonymous: true,
  });
  const answer = await answerWithPasskey(options);
  const body = { answer, rememberMe };
  await api('/api/auth/passkeys/sign-in', { body, isAnonymous: true });
  await enter();
}

export const loadSecondFactors = () => api<SecondFactors>('/api/auth/second-factor');

/** Re-verifies the person of an open session by a code of the app, or a recovery code. */
export async function showCode(code: string): Promise<void> {
  await api('/api/auth/second-factor/show', { body: { code } });
}

/** The same with a passkey. */
export async function showPasskey(): Promise<void> {
  const { options } = await api<PasskeyOptions>('/api/auth/passkeys/show-options', { body: {} });
  const answer = await answerWithPasskey(options);
  await api('/api/auth/passkeys/show', { body: { answer } });
}

/** Starts the setup of an authenticator app, which confirmTotp completes. */
export const enrolTotp = ({ password }: OwnProof) =>
  api<TotpEnrolment>('/api/auth/totp/enable', { body: { password } });

export const confirmTotp = (code: string) =>
  api<NewRecoveryCodes>('/api/auth/totp/confirm', { body: { code } });

export async function endTotp({ password }: OwnProof): Promise<void> {
  await api('/api/auth/totp/disable', { body: { password } });
}

/** Creates a passkey in the browser and adds it to the account. */
export async function addPasskey({ name, password }: OwnProof & { name: string }) {
  const { options } = await api<PasskeyOptions>('/api/auth/passkeys/registration-options', {
    body: { password },
  });
  const answer = await createPasskey(options);
  return api<NewRecoveryCodes>('/api/auth/passkeys/register', { body: { name, answer } });
}

export async function removePasskey({ id, password }: OwnProof & { id: string }): Promise<void> {
  await api('/api/auth/passkeys/remove', { body: { id, password } });
}

/** Creates ten new recovery codes; the old ones become invalid. */
export const renewRecoveryCodes = ({ password }: OwnProof) =>
  api<RecoveryCodes>('/api/auth/recovery-codes', { body: { password } });
