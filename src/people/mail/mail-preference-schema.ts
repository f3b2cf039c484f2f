import * as z from 'zod/mini';

export const MailPreferences = z.strictObject({
  'goods-received': z.boolean(),
  remitted: z.boolean(),
  'goods-sold': z.boolean(),
  'kit-reminder': z.boolean(),
  'next-box': z.boolean(),
  thanks: z.boolean(),
  'pledge-replied': z.boolean(),
});

/** Body of an unsubscribe link; the token identifies the donor and the kind. */
export const Unsubscription = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(500)),
});
