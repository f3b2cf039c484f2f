import { refusalOf } from '#kit/errors/refusal.ts';
import { noteEvent, type SecurityEvent } from '#people/security/events.server.ts';
import type { SecurityEventKind } from '#people/security/security-event.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.server.ts';
import { signIn } from './sign-in.server.ts';
import type { SignedIn, SignIn, SignUp } from './sign-in.ts';

/** Sign-in and sign-up that record each outcome: equally for a known and an unknown e-mail. */
export const tracedSignIn = (dependencies: AuthDependencies) => {
  const untraced = signIn(dependencies);

  async function traced(
    kind: SecurityEventKind,
    { address }: Caller,
    email: string,
    attempt: Promise<WithCookies<SignedIn>>,
  ): Promise<WithCookies<SignedIn>> {
    const note = (event: Pick<SecurityEvent, 'outcome' | 'who' | 'details'>) =>
      noteEvent(dependencies.db, { kind, address, ...event }, dependencies);
    const answer = await attempt.catch(async (error: unknown) => {
      const type = refusalOf(error)?.type;
      if (type === 'TooManyRequests') await note({ outcome: 'refused', who: { email } });
      if (type === 'ValidationError') await note({ outcome: 'failed', who: { email } });
      throw error;
    });
    const { user } = answer.body;
    if (user) await note({ outcome: 'done', who: { uid: user.id, email } });
    // The second step records the person and the outcome.
    else await note({ outcome: 'done', who: { email }, details: { step: 'password' } });
    return answer;
  }

  return {
    ...untraced,
    signUp: (caller: Caller, body: SignUp) =>
      traced('sign-up', caller, body.email, untraced.signUp(caller, body)),
    signIn: (caller: Caller, body: SignIn) =>
      traced('sign-in', caller, body.email, untraced.signIn(caller, body)),
  };
};
