import * as z from 'zod/mini';

/** The schema of a donor's switches for mails. */
export const MailPreferences = z.strictObject({
  'goods-received': z.boolean(),
  remitted: z.boolean(),
  'kit-reminder': z.boolean(),
  'next-box': z.boolean(),
  thanks: z.boolean(),
  'pledge-replied': z.boolean(),
});

/** The request of an unsubscribe link; the token says whose and which kind. */
export const Unsubscription = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(500)),
});
