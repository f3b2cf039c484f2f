import type { Offer } from '#giving/acceptance/acceptance.ts';
import { closedDaysRule } from '#giving/acceptance/closed-days-rule.ts';
import { identityCheckFromYen } from '#giving/applications/application-state.ts';
import { deliverySlotLabels, deliverySlots } from '#giving/applications/delivery.ts';
import { Link } from '#kit/ui/links/link.tsx';
import type { GuideStep } from '#kit/ui/step-list.tsx';
import { formatYen } from '#kit/values/yen.ts';

const you = 'あなたが';
const byService = 'たすきが';

/** The steps of a box as the donor sees them; its states are those of src/giving/applications/application-state.ts. */
export const flowSteps = ({
  maxBoxes,
  firstDay,
  lastDay,
  closedDays,
}: Pick<Offer, 'maxBoxes' | 'firstDay' | 'lastDay' | 'closedDays'>): readonly GuideStep[] => [
  {
    picture: 'mobile-phone',
    name: '申し込む',
    who: you,
    text: (
      <>
        <p>
          団体または基金を選び、お品物の種類、箱の数、お届け先を入力します。箱は一度に{maxBoxes}
          箱まで。会員登録をしなくても申し込めます。
        </p>
        <p>
          箱のお届け日は、お申し込みの{firstDay}日後から{lastDay}
          日後までの間で選べます。{closedDays.length > 0 && closedDaysRule}
          「希望なし」なら、いちばん早い日にお届けします。時間帯は
          {deliverySlots
            .filter((slot) => slot !== '')
            .map((slot) => deliverySlotLabels[slot])
            .join('、')}
          から選べます。
        </p>
      </>
    ),
  },
  {
    picture: 'delivery-truck',
    name: '箱をお届けします',
    who: byService,
    text: (
      <p>
        お品物を詰める箱と、着払いの伝票をお送りします。箱代も送料もかかりません。お送りするまでは、お届け先や希望日の変更、キャンセルができます。
      </p>
    ),
  },
  {
    picture: 'package',
    name: '詰めて、渡す',
    who: you,
    text: (
      <p>
        お品物を箱に入れ、着払いの伝票を貼って、伝票に書かれた配送会社に集荷を頼みます。お店や営業所への持ち込みもできます。いっぱいにならなくてもかまいません。
      </p>
    ),
  },
  {
    picture: 'magnifying-glass-tilted-left',
    name: '査定します',
    who: byService,
    text: (
      <p>
        届いた順に、一点ずつ拝見します。衣替えの季節は箱が重なり、お時間をいただくことがあります。査定額へのご承諾は、お申し込みのときにいただいています。査定のあとで、改めてお尋ねすることはありません。
      </p>
    ),
  },
  {
    picture: 'money-bag',
    name: '寄付が成立します',
    who: byService,
    text: (
      <>
        <p>
          査定額の合計が寄付額になり、団体や基金が負担する費用、届く額とあわせて、メールでお知らせします。控除対象の団体への寄付では、会員の方がマイページから
          <Link to="/tax-deduction">受領証明書</Link>
          を発行できます。
        </p>
        <p>
          基金への買取寄付で合計が{formatYen(identityCheckFromYen)}
          円以上になったときは、古物営業法による本人確認が済んでから寄付になります。手続きの方法は、そのときにメールでご案内します。
        </p>
      </>
    ),
  },
  {
    picture: 'coin',
    name: '送金します',
    who: byService,
    text: <p>寄付額から費用を引いた額を団体または基金へ送り、届いたことをお知らせします。</p>,
  },
  {
    picture: 'love-letter',
    name: '#mypledgeに書く',
    who: you,
    text: (
      <p>
        お手続きは、送金で終わりです。よろしければ、手放した一着の思い出を
        <Link to="/my-pledge">#mypledge</Link>
        に残してください。書いた言葉は、団体のページにも並びます。
      </p>
    ),
  },
];
