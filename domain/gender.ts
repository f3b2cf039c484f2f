import type { Gender } from './account.ts';

/** What a profile's genders are called (spec section 3). */
export const genderLabels: Record<Gender, string> = {
  female: '女',
  male: '男',
  unspecified: '指定しない',
};
