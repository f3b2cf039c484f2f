import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type {
  AuthDependencies,
  Caller,
  WithCookies,
} from '#people/sign-in/auth-dependencies.server.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import type {
  NewRecoveryCodes,
  PasskeyOptions,
  PasskeyRegistration,
} from '#people/sign-in/second-factor.ts';
import { passkeys } from '#people/sign-in/second-factor-tables.server.ts';
import { ceremonies, passkeysOf } from './ceremonies.server.ts';
import { requireVerified, secondFactorChanges } from './changes.server.ts';
import { passkeyMessage } from './messages.server.ts';
import { webauthn } from './webauthn.server.ts';

const maxPasskeys = 10;
const tooManyMessage = `パスキーは${maxPasskeys}件まで登録できます。使わないものを削除してから、お試しください。`;
const knownMessage = 'このパスキーは、すでに登録されています。';
const noneMessage = 'このパスキーは見つかりませんでした。すでに削除されています。';

/** The person's own passkeys: adding and removing them. */
export const ownPasskeys = (dependencies: AuthDependencies) => {
  const { db } = dependencies;
  const ceremony = ceremonies(dependencies);
  const protocol = webauthn(dependencies);
  const changes = secondFactorChanges(dependencies);

  return {
    /** Registration options for the browser, for a person who signs in again. */
    async passkeyRegistrationOptions(
      person: Person,
      caller: Caller,
      password: string | undefined,
    ): Promise<WithCookies<PasskeyOptions>> {
      const proof = { password, path: 'password' };
      const credential = await signInAgain(dependencies, person, caller, proof);
      requireVerified(credential);
      const { uid, sessionId } = person;
      const existing = await passkeysOf(db, uid);
      if (existing.length >= maxPasskeys) throw refuse('Conflict', tooManyMessage);
      const userHandle = existing[0]?.userHandle ?? randomBytes(32).toString('base64url');
      const options = await protocol.registrationOptions(credential, { userHandle, existing });
      const { challenge } = options;
      const kept = { kind: 'register', challenge, uid, sessionId, userHandle } as const;
      return { body: { options: { ...options } }, cookies: [await ceremony.keep(kept)] };
    },

    /** Registers the passkey that the browser created. */
    async registerPasskey(
      person: Person,
      caller: Caller,
      { name, answer }: PasskeyRegistration,
    ): Promise<WithCookies<NewRecoveryCodes>> {
      const { uid, sessionId } = person;
      const underWay = await ceremony.underWay(caller);
      const isOurs =
        underWay?.kind === 'register' && underWay.uid === uid && underWay.sessionId === sessionId;
      const made = isOurs && (await protocol.registered(answer, underWay.challenge));
      if (!isOurs || !made) throw refuse('ValidationError', passkeyMessage);
      const { challenge, userHandle = '' } = underWay;
      const body = await changes.add(person, caller, 'passkey-added', async (tx, now) => {
        if (!(await ceremony.useUp(tx, uid, challenge))) {
          throw refuse('ValidationError', passkeyMessage);
        }
        if ((await passkeysOf(tx, uid)).length >= maxPasskeys) {
          throw refuse('Conflict', tooManyMessage);
        }
        const row = { ...made, uid, userHandle, name, createdAt: now };
        const added = await tx
          .insert(passkeys)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: passkeys.id });
        if (added.length === 0) throw refuse('Conflict', knownMessage);
      });
      return { body, cookies: [ceremony.cleared] };
    },

    /** Removes a passkey. Refuses the last second factor of a person who must have one. */
    async removePasskey(
      person: Person,
      caller: Caller,
      { id, password }: { id: string; password?: string | undefined },
    ): Promise<void> {
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      const { uid } = person;
      await changes.remove(person, caller, 'passkey-removed', async (tx) => {
        const removed = await tx
          .delete(passkeys)
          .where(and(eq(passkeys.id, id), eq(passkeys.uid, uid)))
          .returning({ id: passkeys.id });
        if (removed.length === 0) throw refuse('NotFound', noneMessage);
      });
    },
  };
};
