import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { mailSignInChange } from '#people/security/tell-of-change.server.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.server.ts';
import type { Credential } from './credentials.server.ts';
import type { CookieHeader } from './provider.server.ts';
import { sealedCookie } from './services/sealed-cookie.server.ts';

const lifeSeconds = 365 * 24 * 60 * 60;
/** Most people per browser; the least recent sign-in is dropped first. */
const maxPeople = 5;

const Devices = z.object({
  id: z.string(),
  people: z.array(z.object({ uid: z.string(), mark: z.string() })),
});
type Known = Pick<Credential, 'uid' | 'passwordHash'>;

/**
 * Browsers in which a person has signed in before, recognised by a cookie: guesses from elsewhere cannot exhaust their
 * budget, and a sign-in from a new one is notified by mail. A new password makes all of a person's browsers unknown.
 */
export const knownDevices = (
  dependencies: Secrets & Pick<AuthDependencies, 'publicUrl' | 'clock'>,
) => {
  const cookie = sealedCookie('tasuki.devices', dependencies);
  /** Marks under the current and earlier SECRETs. */
  const marksOf = (id: string, { uid, passwordHash }: Known) =>
    secretsOf(dependencies).map((secret) =>
      createHmac('sha256', secret)
        .update(`known device ${id} ${uid} ${passwordHash ?? ''}`)
        .digest('base64url'),
    );

  return {
    /** Id of this browser if this person has signed in on it, else undefined. */
    async idFor(header: CookieHeader, person: Known | undefined): Promise<string | undefined> {
      const devices = person && (await cookie.open(header, Devices));
      if (!devices) return undefined;
      const marks = marksOf(devices.id, person);
      return devices.people.some(({ mark }) => marks.includes(mark)) ? devices.id : undefined;
    },

    /** Set-Cookie header that marks this browser as known for this person. */
    async remember(header: CookieHeader, person: Known): Promise<string> {
      const { id, people } = (await cookie.open(header, Devices)) ?? {
        id: randomUUID(),
        people: [],
      };
      const others = people.filter(({ uid }) => uid !== person.uid).slice(0, maxPeople - 1);
      const [mark = ''] = marksOf(id, person);
      const content = { id, people: [{ uid: person.uid, mark }, ...others] };
      return cookie.seal(content, lifeSeconds);
    },
  };
};

/**
 * Remembers the browser of a new sign-in, if requested; notifies the person of an unknown one by mail. Returns the
 * Set-Cookie headers.
 */
export async function rememberDevice(
  dependencies: AuthDependencies,
  caller: Caller,
  person: Credential,
  { isRemembered }: { isRemembered: boolean },
): Promise<string[]> {
  const devices = knownDevices(dependencies);
  // After a completed registration another mail welcomes them.
  const isTold = person.isRegistered && !(person.isSample && dependencies.allowSampleSignIns);
  if (isTold && (await devices.idFor(caller.cookie, person)) === undefined) {
    const { device } = caller;
    await mailSignInChange(dependencies.db, person, { change: 'new-device', device }, dependencies);
  }
  return isRemembered ? [await devices.remember(caller.cookie, person)] : [];
}
