import type { Gender } from '#domain/accounts/account.ts';

/** What a profile's genders are called (spec section 3). */
export const genderLabels: Record<Gender, string> = {
  male: '男',
  female: '女',
  unspecified: '指定しない',
};
