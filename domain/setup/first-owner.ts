import * as z from 'zod/mini';
import { Registration } from '#domain/accounts/account.ts';
import { minSolePasswordLength, NewPassword } from '#domain/auth/sign-in.ts';
import { NewEmail } from '#domain/values/email.ts';
import { minLetters } from '#domain/values/text/letter-count.ts';

const token = z
  .string()
  .check(
    z.regex(/^[\w-]{43}$/, 'リンクが正しくありません。表示されたリンクをもう一度お試しください。'),
  );

/** Token of the one-time link that creates the first owner. */
export const SetupProof = z.strictObject({ token });
export type SetupProof = z.infer<typeof SetupProof>;

/** The first owner, as entered on the form. */
export const FirstOwnerEntry = z.strictObject({
  ...Registration.shape,
  email: NewEmail,
  password: NewPassword.check(
    minLetters(
      minSolePasswordLength,
      `サービスのすべてを扱うパスワードです。${minSolePasswordLength}文字以上で入力してください。`,
    ),
  ),
});
export type FirstOwnerEntry = z.infer<typeof FirstOwnerEntry>;

export const FirstOwner = z.strictObject({ ...FirstOwnerEntry.shape, token });
export type FirstOwner = z.infer<typeof FirstOwner>;
