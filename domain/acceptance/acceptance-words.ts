// Apart from the rest, since public pages say it in their first scripts.

/** 民法4条: who is younger needs the consent of a guardian. */
export const adultAge = 18;

/** Who may give to an organisation, in words. */
export function giftAgeText(giftAge: number): string {
  const minors = `${adultAge}歳未満の方は、保護者の同意のもとで`;
  if (giftAge === 0) return minors;
  return giftAge < adultAge ? `${giftAge}歳以上の方（${minors}）` : `${giftAge}歳以上の方`;
}

/** Said where the buy-back was asked for. */
export const buyBackRests =
  '買取寄付のお申し込みは、ただいまお休みしています。よろしければ、団体への寄付をお選びください。';
