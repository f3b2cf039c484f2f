import * as z from 'zod/mini';
import { NewEmail } from '#kit/values/email.ts';
import { minLetters } from '#kit/values/text/letter-count.ts';
import { Registration } from '#people/accounts/account.ts';
import { minSolePasswordLength, NewPassword } from '#people/sign-in/sign-in.ts';

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
