import type { Gender } from './account.ts';

export const genderLabels: Record<Gender, string> = {
  male: '男',
  female: '女',
  unspecified: '指定しない',
};
