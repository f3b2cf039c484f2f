import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { identityCheckFromYen } from '#domain/application-state.ts';
import { deductionFloorYen } from '#domain/deduction.ts';
import { earliestDeliveryDays, latestDeliveryDays } from '#domain/delivery.ts';
import { youngestSellerAge } from '#domain/seller-age.ts';
import { formatYen } from '#domain/yen.ts';

type Question = { id: string; question: string; answer: ReactNode };
export type QuestionGroup = { id: string; title: string; questions: readonly Question[] };

const link = (to: string, label: string) => <Link to={to}>{label}</Link>;

/** What donors worry about, answered as the rules of the product have it. */
export const questionGroups: readonly QuestionGroup[] = [
  {
    id: 'money',
    title: '寄付とお金のこと',
    questions: [
      {
        id: 'cost',
        question: 'ほんとうに費用はかかりませんか？',
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
            引きません。査定額の全額が寄付金額です。たすきの運営費は、お品物が売れた金額と査定額との差でまかないます。お金の流れは
            {link('/about-service#money', 'たすきについて')}でくわしくご説明しています。
          </p>
        ),
      },
      {
        id: 'low',
        question: '査定額が思ったより安いのは、なぜですか？',
        answer: (
          <p>
            査定額は、お店の値札ではなく、検品や手入れ、保管、発送の費用と、売れ残る分を見込んだ金額だからです。買ったときの値段や思い出の深さは、残念ながら反映できません。お品物ごとの値段と理由をお知らせしますので、ご納得いただけないことがあれば、遠慮なくおたずねください。
          </p>
        ),
      },
      {
        id: 'zero',
        question: '査定額が0円だったら、どうなりますか？',
        answer: (
          <p>
            寄付は成立せず、受領証明書も発行されません。費用のご負担もありません。お品物は古着としての再利用や、布の原料としてのリサイクルにまわし、行き先と理由をお知らせします。
          </p>
        ),
      },
      {
        id: 'which',
        question: '団体への寄付と、基金への寄付は、何がちがいますか？',
        answer: (
          <p>
            団体への寄付では、選んだ団体に査定額が届きます。基金への寄付（買取寄付）では、運営者がお品物を買い取り、その代金が、選んだ社会課題の基金に届きます。基金はその課題に取り組む団体の活動に使われ、受領証明書は発行されません。
            {link('/about-service#ways', 'ちがいの一覧')}もご覧ください。
          </p>
        ),
      },
      {
        id: 'remittance',
        question: '寄付がほんとうに届いたか、確かめられますか？',
        answer: (
          <p>
            団体や基金へ送金したときにメールでお知らせし、「寄付の履歴」にも日付が残ります。団体からお礼が届けば、それもお伝えします。全体の集計は
            {link('/achievements', '寄付の実績')}で公開しています。
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
            {link('/about-service/donatable', '寄付できるもの')}にまとめています。
          </p>
        ),
      },
      {
        id: 'not-accepted',
        question: '送ってはいけないものはありますか？',
        answer: (
          <p>
            下着や汚れのひどいもの、制服、偽物、現金や身分証などは、お受けできません。理由もあわせて
            {link('/about-service/undonatable', '寄付できないもの')}でご確認ください。
          </p>
        ),
      },
      {
        id: 'unpriced',
        question: '値段がつかなかったものは、捨てられてしまうのですか？',
        answer: (
          <p>
            まず古着として次に着る人を、次に布や繊維の原料としての使い道を探します。どうしても使えないものだけを、法令にそって処分します。だまって捨てることはなく、一点ごとの行き先と理由を「寄付の履歴」でお見せします。
          </p>
        ),
      },
      {
        id: 'return',
        question: '値段のつかなかったものを、返してもらえますか？',
        answer: (
          <p>
            原則として、お送りいただいたお品物はお返しできません。手もとに残したいものは、箱に入れないでください。まちがって入れた貴重品や身分証などは、見つけしだいご連絡し、運営者の負担でお返しします。
          </p>
        ),
      },
      {
        id: 'gold',
        question: 'こわれたアクセサリーや、片方だけのピアスも送れますか？',
        answer: (
          <p>
            送れます。金、プラチナ、銀は、重さと純度で値段がつきます。
            {link('/about-service/donatable/gold', '金・貴金属の寄付')}をご覧ください。
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
            お申し込みの{earliestDeliveryDays}日後から{latestDeliveryDays}
            日後までの間で、お好きな日と時間帯を選べます。お急ぎの方は「希望なし」をお選びください。いちばん早い日にお届けします。
          </p>
        ),
      },
      {
        id: 'boxes',
        question: '箱はいくつまで申し込めますか？',
        answer: (
          <p>
            一度に5箱までです。いくつか迷うときは、1箱からどうぞ。足りなければ、もう一度お申し込みいただけます。
          </p>
        ),
      },
      {
        id: 'postage',
        question: '送料は、だれが払いますか？',
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
  {
    id: 'change',
    title: '変更とキャンセルのこと',
    questions: [
      {
        id: 'cancel',
        question: 'キャンセルはできますか？',
        answer: (
          <p>
            箱を発送するまでは、いつでも無料でキャンセルできます。「寄付の履歴」、控えのメールのリンク、または
            {link('/cancel', '箱のキャンセル')}のページからお手続きください。
          </p>
        ),
      },
      {
        id: 'cancel-late',
        question: '箱が届いたあとで、気が変わりました。',
        answer: (
          <p>
            お品物を送らずに、{link('/contact', 'お問い合わせ')}
            からお知らせください。お品物が届いたあとでも、査定が終わる前なら、できるかぎり対応します。このときの返送の送料は、ご負担をお願いすることがあります。寄付が成立したあとは取り消せません。
          </p>
        ),
      },
      {
        id: 'address',
        question: '引っ越しで、お届け先が変わりました。',
        answer: (
          <p>
            箱を発送する前なら、「寄付の履歴」か控えのメールのリンクから、ご自分で変更できます。発送したあとは、お早めにお問い合わせください。
          </p>
        ),
      },
      {
        id: 'no-mail',
        question: '控えのメールが届きません。',
        answer: (
          <p>
            迷惑メールのフォルダーと、受信の設定をご確認ください。会員の方は「寄付の履歴」でも内容を見られます。どちらも見つからないときは、メールアドレスの入力まちがいかもしれません。
            {link('/contact', 'お問い合わせ')}ください。
          </p>
        ),
      },
    ],
  },
  {
    id: 'identity',
    title: 'ご本人の確認のこと',
    questions: [
      {
        id: 'age',
        question: '未成年でも申し込めますか？',
        answer: (
          <p>
            基金への買取寄付は、{youngestSellerAge}
            歳以上の方にかぎります。団体への寄付は18歳未満の方もお申し込みいただけますが、保護者の同意を得てください。
          </p>
        ),
      },
      {
        id: 'identity-check',
        question: '本人確認は必要ですか？',
        answer: (
          <p>
            団体への寄付では必要ありません。基金への買取寄付は中古品の買取にあたるため、合計が
            {formatYen(identityCheckFromYen)}
            円以上になると、古物営業法により本人確認が必要です。確認が済むまで寄付は保留になりますが、お品物は大切にお預かりします。法律で認められた方法に限られるため（身分証の写真を送るだけでは足りません）、手順はメールでご案内します。
          </p>
        ),
      },
      {
        id: 'birth',
        question: '生年月日や職業を聞くのは、なぜですか？',
        answer: (
          <p>
            中古品を買い取るときに確かめ、記録することが、古物営業法で求められているためです。基金への買取寄付でだけおたずねし、ほかの目的には使いません。
          </p>
        ),
      },
    ],
  },
  {
    id: 'tax',
    title: '税金と受領証明書のこと',
    questions: [
      {
        id: 'deductible',
        question: '寄付金控除は受けられますか？',
        answer: (
          <p>
            「控除対象」の印がある団体への寄付は、確定申告をすると税金が戻ることがあります。年間の寄付の合計のうち
            {formatYen(deductionFloorYen)}円までは対象になりません。目安は
            {link('/tax-deduction#calculator', '控除の計算')}でお確かめいただけます。
          </p>
        ),
      },
      {
        id: 'receipt',
        question: '受領証明書は、だれがいつ発行しますか？',
        answer: (
          <p>
            寄付を受けた団体が、寄付が成立したあとに発行します。お申し込みのときに希望を選んでください。証明書のお名前とご住所は、お申し込みの内容になります。団体の認定が有効でないときや、基金への寄付では発行できません。
          </p>
        ),
      },
      {
        id: 'certification',
        question: '前は控除対象だった団体に、印がありません。',
        answer: (
          <p>
            認定NPO法人などの認定には有効期間があります。期間の切れた団体や、有効な認定を確かめられない団体には印をつけず、控除に使える証明書もお出ししません。認定が更新されれば、また印がつきます。
          </p>
        ),
      },
    ],
  },
  {
    id: 'account',
    title: '会員登録とプライバシーのこと',
    questions: [
      {
        id: 'guest',
        question: '会員登録は必要ですか？',
        answer: (
          <p>
            登録しなくても申し込めます。登録すると、お申し込みの状況や寄付の履歴、団体のお礼がまとめて見られ、次のお申し込みでは入力の手間が省けます。お申し込みのあとでも、控えのメールにあるリンクから登録できます。
          </p>
        ),
      },
      {
        id: 'privacy',
        question: '名前や住所は、だれに伝わりますか？',
        answer: (
          <p>
            配送会社には、お届けと集荷に必要な分だけを伝えます。寄付先の団体には、受領証明書を希望されたときなど、証明書の発行とお礼に必要な分だけを伝えます。くわしくは
            {link('/privacy', 'プライバシーポリシー')}をご覧ください。
          </p>
        ),
      },
      {
        id: 'pledge',
        question: '#mypledge とは何ですか？',
        answer: (
          <p>
            寄付した方が、手放した一着の思い出や団体への応援を、写真といっしょにつづるページです。書くかどうかは自由で、本名を出す必要はありません。寄付金額は、ご自身が出すと決めたときだけ表示されます。
            {link('/my-pledge', 'みんなの #mypledge')}をのぞいてみてください。
          </p>
        ),
      },
    ],
  },
];
