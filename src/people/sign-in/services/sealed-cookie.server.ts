import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import type { CookieHeader } from '#people/sign-in/provider.server.ts';

/** An encrypted HttpOnly cookie that only the server reads, so that it stores nothing for people who stop halfway. */
export const sealedCookie = (
  name: string,
  { publicUrl, clock, ...secrets }: Secrets & Pick<Dependencies, 'publicUrl' | 'clock'>,
) => {
  const isSecure = publicUrl.startsWith('https:');
  const fullName = isSecure ? `__Host-${name}` : name;
  const [key = Buffer.alloc(0), ...earlierKeys] = secretsOf(secrets).map((secret) =>
    createHash('sha256').update(`${name} ${secret}`).digest(),
  );
  // Lax, not Strict: the cookie is sent when the other site leads back here.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    /** Set-Cookie header that stores the content. */
    async seal(content: object, lifeSeconds: number): Promise<string> {
      const now = Math.floor(clock().getTime() / 1000);
      const sealed = await new EncryptJWT({ ...content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(now + lifeSeconds)
        .encrypt(key);
      return `${fullName}=${sealed}; Max-Age=${lifeSeconds}; ${attributes}`;
    },

    /** Stored content; undefined if missing, invalid or expired. */
    async open<Content>(
      cookie: CookieHeader,
      schema: z.ZodType<Content>,
    ): Promise<Content | undefined> {
      const start = `${fullName}=`;
      const pairs = (cookie ?? '').split(';').map((pair) => pair.trim());
      const sealed = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
      if (sealed === undefined) return undefined;
      for (const one of [key, ...earlierKeys]) {
        try {
          const { payload } = await jwtDecrypt(sealed, one, {
            currentDate: clock(),
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
            requiredClaims: ['exp'],
          });
          return schema.safeParse(payload).data;
        } catch {
          // Sealed under another SECRET, or forged.
        }
      }
      return undefined;
    },

    /** Set-Cookie header that removes it. */
    cleared: `${fullName}=; Max-Age=0; ${attributes}`,
  };
};
