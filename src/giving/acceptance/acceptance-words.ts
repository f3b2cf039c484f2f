// Separate module: public pages need these texts in their first scripts.

/** Age of majority (Civil Code, article 4): below it a guardian must consent. */
export const adultAge = 18;

/** The minimum age for gifts, as a sentence. */
export function giftAgeText(giftAge: number): string {
  const minors = `${adultAge}歳未満の方は、保護者の同意のもとで`;
  if (giftAge === 0) return minors;
  return giftAge < adultAge ? `${giftAge}歳以上の方（${minors}）` : `${giftAge}歳以上の方`;
}

/** Shown when the buy-back was requested but is switched off. */
export const buyBackPausedMessage =
  '買取寄付のお申し込みは、ただいまお休みしています。よろしければ、団体への寄付をお選びください。';
