import { identityCheckFromYen } from '#giving/applications/application-state.ts';
import { FactList } from '#kit/ui/fact-list.tsx';
import { formatYen } from '#kit/values/yen.ts';

/** The mails of src/people/mail/templates/application-mails.server.ts, in sending order. */
const mails: readonly (readonly [when: string, what: string])[] = [
  [
    'お申し込みのあと',
    '申込番号と、お申し込みの控え。団体や基金が負担する費用も載せます。変更やキャンセルができるページのリンクが入っています。',
  ],
  ['箱を送ったとき', '箱が出発したこと。ここから先は、内容の変更ができません。'],
  ['お品物が届いたとき', '箱を無事に受け取り、これから査定を始めること。'],
  [
    '寄付が成立したとき',
    '寄付額と、費用、団体や基金に届く額。査定の結果と、お品物の明細があるときはそれぞれの行き先を、メールのリンクから見られます。',
  ],
  [
    '本人確認が必要なとき',
    `基金への買取寄付が${formatYen(identityCheckFromYen)}円以上になったときだけ、お手続きのお願いをお送りします。`,
  ],
  ['本人確認の書類を確認できなかったとき', 'その理由と、もう一度お送りいただきたいこと。'],
  [
    '値段がつかなかったとき',
    '今回は寄付にならなかったこと。お品物の明細があるときは、行き先と理由を、メールのリンクから見られます。',
  ],
  ['送金したとき', 'ご寄付が団体へ届いたこと。基金へのご寄付は、基金から団体へ届いたときです。'],
];

/** The mails that a donor receives, and when. */
export function MailList() {
  return <FactList facts={mails} />;
}
