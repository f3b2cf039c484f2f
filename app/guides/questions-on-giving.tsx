import { Link } from 'react-router';
import type { Offer } from '#domain/acceptance/acceptance.ts';
import { closedDaysRule } from './closed-days-rule.ts';
import type { QuestionGroup } from './question-group.ts';

/** Questions on money, goods and boxes, answered by the rules of the product. */
export const questionsOnGiving = ({
  maxBoxes,
  firstDay,
  lastDay,
  closedDays,
}: Pick<Offer, 'maxBoxes' | 'firstDay' | 'lastDay' | 'closedDays'>): readonly QuestionGroup[] => [
  {
    id: 'money',
    title: '寄付とお金のこと',
    questions: [
      {
        id: 'cost',
        question: '本当に費用はかかりませんか？',
        answer: (
          <p>
            はい。箱代、箱をお届けする送料、お送りいただく送料、査定料は、すべて運営者が負担します。値段が一つもつかなかったときも、あとから請求することはありません。
          </p>
        ),
      },
      {
        id: 'fee',
        question: '寄付金額から、手数料は引かれますか？',
        answer: (
          <p>
            引きません。査定額の全額が寄付金額です。運営者は、お品物が売れた金額と査定額との差を受け取り、送料や査定などの費用に充てます。金額の例は
            <Link to="/about-service#money">たすきについて</Link>で詳しく説明しています。
          </p>
        ),
      },
      {
        id: 'low',
        question: '査定額が思ったより安いのは、なぜですか？',
        answer: (
          <p>
            査定額は、お店の値札ではなく、検品や手入れ、保管、発送の費用と、売れ残る分を見込んだ金額だからです。買ったときの値段や思い出の深さは、残念ながら反映できません。お品物ごとの値段と理由をお知らせしますので、ご納得いただけないことがあれば、遠慮なくお尋ねください。
          </p>
        ),
      },
      {
        id: 'zero',
        question: '査定額が0円だったら、どうなりますか？',
        answer: (
          <p>
            寄付は成立せず、受領証明書も発行されません。費用のご負担もありません。お品物は古着としての再利用や、布の原料としてのリサイクルにまわし、行き先と理由を、明細またはお問い合わせでお知らせします。
          </p>
        ),
      },
      {
        id: 'which',
        question: '団体への寄付と、基金への寄付は、何が違いますか？',
        answer: (
          <p>
            団体への寄付では、選んだ団体に査定額が届きます。基金への寄付（買取寄付）では、運営者がお品物を買い取り、その代金が、選んだ社会課題の基金に届きます。基金はその課題に取り組む団体の活動に使われ、受領証明書は発行されません。
            <Link to="/about-service#ways">違いの一覧</Link>もご覧ください。
          </p>
        ),
      },
      {
        id: 'remittance',
        question: '寄付が本当に届いたか、確かめられますか？',
        answer: (
          <p>
            団体や基金へ送金したときにメールでお知らせし、「寄付の履歴」にも日付が残ります。成立した寄付の集計（送金前を含む）は
            <Link to="/achievements">寄付の実績</Link>で公開しています。
          </p>
        ),
      },
    ],
  },
  {
    id: 'goods',
    title: 'お品物のこと',
    questions: [
      {
        id: 'brand',
        question: 'ブランド品でなくても送れますか？',
        answer: (
          <p>
            送れます。洗濯済みで、人に譲れる状態なら、どうぞ箱に入れてください。例は
            <Link to="/about-service/donatable">寄付できるもの</Link>にまとめています。
          </p>
        ),
      },
      {
        id: 'not-accepted',
        question: '送ってはいけないものはありますか？',
        answer: (
          <p>
            下着や汚れのひどいもの、制服、偽物、現金や身分証などは、お受けできません。理由も併せて
            <Link to="/about-service/undonatable">寄付できないもの</Link>でご確認ください。
          </p>
        ),
      },
      {
        id: 'unpriced',
        question: '値段がつかなかったものは、捨てられてしまうのですか？',
        answer: (
          <p>
            まず古着として次に着る人を、次に布や繊維の原料としての使い道を探します。どうしても使えないものだけを、法令に沿って処分します。行き先と理由は「寄付の履歴」の明細に載せます。明細のない査定では、お問い合わせいただければお知らせします。
          </p>
        ),
      },
      {
        id: 'return',
        question: '値段のつかなかったものを、返してもらえますか？',
        answer: (
          <p>
            原則として、お送りいただいたお品物はお返しできません。手元に残したいものは、箱に入れないでください。間違って入れた貴重品や身分証などは、見つけ次第ご連絡し、運営者の負担でお返しします。
          </p>
        ),
      },
      {
        id: 'gold',
        question: '壊れたアクセサリーや、片方だけのピアスも送れますか？',
        answer: (
          <p>
            送れます。金、プラチナ、銀は、重さと純度で値段がつきます。
            <Link to="/about-service/donatable/gold">金・貴金属の寄付</Link>をご覧ください。
          </p>
        ),
      },
    ],
  },
  {
    id: 'box',
    title: '箱とお届けのこと',
    questions: [
      {
        id: 'days',
        question: '箱はいつ届きますか？',
        answer: (
          <p>
            お申し込みの{firstDay}日後から{lastDay}
            日後までの間で、お好きな日と時間帯を選べます。{closedDays.length > 0 && closedDaysRule}
            お急ぎの方は「希望なし」をお選びください。いちばん早い日にお届けします。
          </p>
        ),
      },
      {
        id: 'boxes',
        question: '箱はいくつまで申し込めますか？',
        answer: (
          <p>
            一度に{maxBoxes}
            箱までです。いくつか迷うときは、1箱からどうぞ。足りなければ、もう一度お申し込みいただけます。
          </p>
        ),
      },
      {
        id: 'postage',
        question: '送料は、誰が払いますか？',
        answer: (
          <p>
            往復とも運営者が払います。お届けする着払いの伝票をお使いください。ほかの伝票や元払いで送られた送料は、あとからお返しできません。
          </p>
        ),
      },
      {
        id: 'half',
        question: '箱がいっぱいになりません。送ってもいいですか？',
        answer: (
          <p>
            かまいません。お品物が動かないように、新聞紙などですき間を埋めてください。入りきらないときは、もう1箱お申し込みください。
          </p>
        ),
      },
    ],
  },
];
