import type { Address, Names } from '#people/accounts/account.ts';
import { type Random, randomOf, weightedDraw } from './random.server.ts';
import { signInEmails } from './sign-ins.server.ts';
import {
  firstNames,
  lastNames,
  nicknames,
  occupations,
  prefectureWeights,
} from './words/people-words.server.ts';

const drawPrefecture = weightedDraw(prefectureWeights.map(([, weight]) => weight));

/** A prefecture, weighted by population. */
export function prefectureOf(random: Random): string {
  return prefectureWeights[drawPrefecture(random)]?.[0] ?? '東京都';
}

export function fullName(random: Random): string {
  return `${random.pick(lastNames)[0]} ${random.pick(firstNames)[0]}`;
}

/** An invented person; the address does not exist, the e-mail's domain cannot be registered. */
export type SamplePerson = {
  uid: string;
  email: string;
  tel: string;
  names: Names;
  address: Address;
  birth: string;
  gender: 'male' | 'female' | 'unspecified';
  occupation: string;
  profileName: string;
  profileText: string;
};

const profileTexts = [
  '季節の変わり目に、クローゼットを見直すのが習慣です。',
  '着なくなった服が、だれかの力になるのがうれしくて続けています。',
  '猫二匹と暮らしています。小さないのちを支える団体を応援中。',
  '子どもの服は、思い出ごと次の方へ。',
  '手放すことは、託すこと。そんな気持ちで箱を閉じています。',
  '月に一度の片づけの日が、寄付の日になりました。',
  '',
];

/** Number of the donor who can sign in. */
export const signInDonor = 1;

export const personUid = (number: number) => `sample-person-${String(number).padStart(4, '0')}`;

/** The person of a number (from 1), the same for a seed whatever else is generated. */
export function inventPerson(seed: number, index: number): SamplePerson {
  const random = randomOf(seed, `person ${index}`);
  const number = String(index).padStart(4, '0');
  const [lastName, lastNameKana] = random.pick(lastNames);
  const [firstName, firstNameKana] = random.pick(firstNames);
  const nickname = random.pick(nicknames);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return {
    uid: personUid(index),
    email: index === signInDonor ? signInEmails.donor : `sample-${number}@mihon.example`,
    tel: `0000${String(Math.abs(index)).padStart(6, '0').slice(-6)}`,
    names: { lastName, firstName, lastNameKana, firstNameKana },
    address: {
      zipcode: '0000000',
      prefecture: prefectureOf(random) as Address['prefecture'],
      line1: 'みほん市見本町',
      line2: '0-0-0',
      building: random.chance(0.4) ? `見本ハイツ${random.int(1, 9)}0${random.int(1, 9)}` : '',
    },
    birth: `${random.int(1945, 1998)}-${twoDigits(random.int(1, 12))}-${twoDigits(random.int(1, 28))}`,
    gender: random.pick(['female', 'female', 'male', 'male', 'unspecified'] as const),
    occupation: random.pick(occupations),
    profileName: `${nickname}${random.chance(0.5) ? String(random.int(2, 99)) : ''}`,
    profileText: random.pick(profileTexts),
  };
}
