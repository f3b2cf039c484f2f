/** Optional mails; all others are needed for giving or for the security of an account. */
export const optionalMails = {
  'goods-received': {
    label: 'お品物が届いたとき',
    detail: '届いたお品物の査定を始めるお知らせです。',
  },
  remitted: {
    label: 'ご寄付を送金したとき',
    detail: 'ご寄付が団体へ届いたお知らせです。',
  },
  'goods-sold': {
    label: 'お品物がすべて売れたとき',
    detail: 'お送りくださったお品物の売却が終わったことを、一度だけお知らせします。',
  },
  'kit-reminder': {
    label: '箱の発送をお待ちしているとき',
    detail:
      '箱をお送りしてから（ご自分の箱の方はお申し込みから）3週間たってもお品物が届いていないとき、一度だけお知らせします。',
  },
  'next-box': {
    label: '次の寄付のご案内',
    detail: '「半年ごとに案内を受け取る」をお選びの方に、半年に一度お送りします。',
  },
  thanks: {
    label: '団体からお礼や使い道の報告が届いたとき',
    detail:
      'お礼のメッセージが届いたことを、多くても1日に1通でお知らせします。ご寄付の使い道の報告は、報告ごとに1通です。',
  },
  'pledge-replied': {
    label: '#mypledgeにお返事が届いたとき',
    detail: 'お書きになった#mypledgeに、団体からお返事が届いたお知らせです。',
  },
} as const;

export const optionalMailKinds = Object.keys(optionalMails) as OptionalMailKind[];
export type OptionalMailKind = keyof typeof optionalMails;

export const isOptionalMail = (kind: string): kind is OptionalMailKind =>
  Object.hasOwn(optionalMails, kind);

/** The switch for mails of this kind; undefined if it cannot be switched off. */
export function switchOf(kind: string): OptionalMailKind | undefined {
  // The same reminder, worded for a donor's own carton.
  if (kind === 'own-carton-reminder') return 'kit-reminder';
  // Both are an organisation's words on a gift.
  if (kind === 'use-report') return 'thanks';
  return isOptionalMail(kind) ? kind : undefined;
}

/** A donor's switches, one per optional kind of mail. */
export type MailPreferences = Record<OptionalMailKind, boolean>;
