import { randomUUID } from 'node:crypto';
import { sealSecret } from '#server/auth/second-factor/sealed-secret.ts';
import { newTotpSecret, totpUri } from '#server/auth/second-factor/totp.ts';
import { authTwoFactors } from '#server/db/schema/auth.ts';
import { type TestApp, testSecret } from '../test-app.ts';

/** Gives a person an authenticator app, as if they had set it up; returns its setup URI. */
export async function giveTotp({ db }: Pick<TestApp, 'db'>, uid: string): Promise<string> {
  const secret = newTotpSecret();
  await db
    .insert(authTwoFactors)
    .values({ id: randomUUID(), userId: uid, secret: await sealSecret(secret, testSecret) });
  return totpUri(secret, uid);
}
