import * as z from 'zod/mini';
import { Prefecture } from '#giving/applications/choice-schemas.ts';
import { birthDay } from '#kit/values/days/day-schema.ts';
import { NewEmail } from '#kit/values/email.ts';
import { tidyKana } from '#kit/values/kana.ts';
import { Phone } from '#kit/values/phone.ts';
import { fitsPrefecture } from '#kit/values/postal/postal-prefecture.ts';
import { repeatedPart } from '#kit/values/postal/repeated-part.ts';
import { PostalCode } from '#kit/values/postal-code.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { optionalPersonName, personName } from '#kit/values/text/person-name.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine, optionalParagraphs } from '#kit/values/typed-text.ts';

const kana = (label: string) =>
  z
    .string()
    .check(
      z.overwrite(tidyKana),
      z.minLength(1, `${label}を入力してください。`),
      maxLetters(50, `${label}は50文字以内で入力してください。`),
      z.regex(/^[ぁ-ゖゝゞー 　・]+$/u, `${label}はひらがなで入力してください。`),
    );

/** A person's names as typed, with their reading in hiragana. */
export const Names = z.strictObject({
  lastName: personName('姓', 50),
  firstName: personName('名', 50),
  lastNameKana: kana('姓（ふりがな）'),
  firstNameKana: kana('名（ふりがな）'),
});
export type Names = z.infer<typeof Names>;

/** A postal address; zipcode is stored as seven digits. */
export const Address = z.strictObject({
  zipcode: PostalCode,
  prefecture: Prefecture,
  line1: line('市区町村・町名', 100),
  line2: line('番地', 100),
  building: optionalLine('建物名・部屋番号', 100),
});
export type Address = z.infer<typeof Address>;

export const unfitAddressMessage =
  '郵便番号と都道府県が合わないようです。このままでよろしければ「この住所で間違いありません」にチェックを入れてください。';

export const repeatedAddressMessage =
  'ご住所に、同じ地名が二度入っているようです。直していただくか、このままでよろしければ「この住所で間違いありません」にチェックを入れてください。';

/**
 * An address as submitted. If the postal code belongs to another prefecture, or a part is repeated,
 * the person must confirm it: a kit that goes astray costs both sides days.
 */
export const SentAddress = z
  .strictObject({ ...Address.shape, isAddressConfirmed: z.optional(z.boolean()) })
  .check(
    z.refine(
      ({ zipcode, prefecture, isAddressConfirmed }) =>
        isAddressConfirmed === true || fitsPrefecture(zipcode, prefecture),
      { path: ['isAddressConfirmed'], error: unfitAddressMessage },
    ),
    z.refine((address) => address.isAddressConfirmed === true || repeatedPart(address) === '', {
      path: ['isAddressConfirmed'],
      error: repeatedAddressMessage,
    }),
  );
export type SentAddress = z.infer<typeof SentAddress>;

/** The stored address, without the confirmation. */
export const addressOf = ({ isAddressConfirmed: _, ...address }: SentAddress): Address => address;

/** The sender of the box. */
export const Applicant = z.extend(Names, { email: NewEmail, tel: Phone });
export type Applicant = z.infer<typeof Applicant>;

/** A donor's account; every field is an empty string until it is filled. */
export const Account = z.object({
  email: z.string(),
  tel: z.string(),
  names: z.object({
    firstName: z.string(),
    lastName: z.string(),
    firstNameKana: z.string(),
    lastNameKana: z.string(),
  }),
  address: z.object({
    zipcode: z.string(),
    prefecture: z.string(),
    line1: z.string(),
    line2: z.string(),
    building: z.string(),
  }),
});
export type Account = z.infer<typeof Account>;

/** Body of POST /api/users: data for a registration, after signing in. */
export const Registration = z.strictObject({
  firstName: personName('名', 50),
  lastName: personName('姓', 50),
});
export type Registration = z.infer<typeof Registration>;

/** Links an application to the account registered from it: the number alone proves nothing. */
export const RegistrationFromApplication = z.strictObject({
  appraisalId: z.string().check(z.maxLength(64)),
  claimToken: z.string().check(z.maxLength(200)),
});
export type RegistrationFromApplication = z.infer<typeof RegistrationFromApplication>;

export const TelUpdate = z.strictObject({ tel: Phone });
export type TelUpdate = z.infer<typeof TelUpdate>;

export const Gender = z.enum(['male', 'female', 'unspecified'], '性別を選んでください。');
export type Gender = z.infer<typeof Gender>;

const handle = z
  .string()
  .check(
    z.trim(),
    z.maxLength(50, 'アカウント名は50文字以内で入力してください。'),
    z.regex(/^@?[A-Za-z0-9._-]*$/, 'URLではなくアカウント名（半角の英数字）を入力してください。'),
  );

/** A donor's profile as submitted; SNS fields are handles, not URLs (docs/product.md, Pledges). */
export const ProfileDraft = z.strictObject({
  name: optionalPersonName('表示名', 50),
  text: optionalParagraphs('自己紹介', 1000),
  birth: z.union([z.literal(''), birthDay('生年月日は2000-01-31のような日付で入力してください。')]),
  gender: Gender,
  snsAccounts: z.strictObject({ instagram: handle, facebook: handle, twitter: handle }),
});
export type ProfileDraft = z.infer<typeof ProfileDraft>;

/** Path of a picture, as in responses. */
const picturePath = z.optional(z.string().check(z.maxLength(300)));

/**
 * Body of POST /api/users/profile: the draft, plus the picture paths as GET returned them, or
 * without. Pictures are changed by their own upload, not here.
 */
export const ProfileUpdate = z.strictObject({
  ...ProfileDraft.shape,
  image: picturePath,
  bannerImage: picturePath,
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** A donor's own profile; `image` and `bannerImage` are paths of pictures, or empty. */
export const Profile = z.object({
  // As stored: values that an earlier rule accepted are still shown, and corrected on the next save.
  name: z.string(),
  text: z.string(),
  birth: z.string(),
  gender: Gender,
  snsAccounts: z.object({ instagram: z.string(), facebook: z.string(), twitter: z.string() }),
  image: z.string(),
  bannerImage: z.string(),
});
export type Profile = z.infer<typeof Profile>;

/** The public part of a pledge author's profile (docs/product.md, Pledges): no birth date, no gender. */
export const PublicProfile = z.object({
  uid: z.string(),
  name: z.string(),
  text: z.string(),
  snsAccounts: z.object({ instagram: z.string(), facebook: z.string(), twitter: z.string() }),
  image: z.string(),
  bannerImage: z.string(),
  since: Timestamp,
});
export type PublicProfile = z.infer<typeof PublicProfile>;
