import { Link } from 'react-router';
import type { Offer } from '#domain/acceptance/acceptance.ts';
import { giftAgeText } from '#domain/acceptance/acceptance-words.ts';
import { identityCheckFromYen } from '#domain/applications/application-state.ts';
import { receiptRule } from '#domain/receipts/receipt-rule.ts';
import { deductionFloorYen } from '#domain/tax-deduction/deduction.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { QuestionGroup } from './question-group.ts';

/** Questions on changes, identity, taxes and accounts, answered by the rules of the product. */
export const questionsOnPersons = ({
  sellerAge,
  giftAge,
}: Pick<Offer, 'sellerAge' | 'giftAge'>): readonly QuestionGroup[] => [
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
            <Link to="/cancel">箱のキャンセル</Link>のページからお手続きください。
          </p>
        ),
      },
      {
        id: 'cancel-late',
        question: '箱が届いたあとで、気が変わりました。',
        answer: (
          <p>
            お品物を送らずに、<Link to="/contact">お問い合わせ</Link>
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
            迷惑メールのフォルダーと、受信の設定をご確認ください。会員の方は「寄付の履歴」でも内容を見られます。どちらも見つからないときは、メールアドレスの入力間違いかもしれません。
            <Link to="/contact">お問い合わせ</Link>ください。
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
            基金への買取寄付は、{sellerAge}歳以上の方に限ります。
            {giftAge === 0
              ? '団体への寄付は18歳未満の方もお申し込みいただけますが、保護者の同意を得てください。'
              : `団体への寄付をお申し込みいただけるのは、${giftAgeText(giftAge)}です。`}
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
            円以上になると、古物営業法により本人確認が必要です。確認が済むまで寄付は保留になりますが、お品物は大切にお預かりします。法律で認められた方法に限られるため（身分証の写真を送るだけでは足りません）、書類を2点お送りいただいたうえで、そのご住所へ、転送不要の簡易書留でお手紙をお送りします。手順はメールでご案内します。
          </p>
        ),
      },
      {
        id: 'birth',
        question: '生年月日や職業を聞くのは、なぜですか？',
        answer: (
          <p>
            中古品を買い取るときに確かめ、記録することが、古物営業法で求められているためです。基金への買取寄付でだけお尋ねし、ほかの目的には使いません。
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
            <Link to="/tax-deduction#calculator">控除の計算</Link>でお確かめいただけます。
          </p>
        ),
      },
      {
        id: 'receipt',
        question: '受領証明書は、誰がいつ発行しますか？',
        answer: (
          <>
            <p>{receiptRule.who}</p>
            <p>{receiptRule.how}証明書のお名前とご住所は、お申し込みの内容になります。</p>
            <p>{receiptRule.day}</p>
          </>
        ),
      },
      {
        id: 'certification',
        question: '前は控除対象だった団体に、印がありません。',
        answer: (
          <p>
            認定NPO法人などの認定には有効期間があります。期間の切れた団体や、有効な認定を確かめられない団体には印をつけず、その間に成立した寄付には、控除に使える証明書を発行できません。認定が更新されれば、また印がつきます。印がつく前でも、認定が有効だった日に成立した寄付の証明書は発行できます。
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
            登録しなくても申し込めます。登録すると、お申し込みの状況や寄付の履歴、受領証明書がまとめて見られ、次のお申し込みでは入力の手間が省けます。お申し込みのあとでも、控えのメールにあるリンクから登録できます。
          </p>
        ),
      },
      {
        id: 'privacy',
        question: '名前や住所は、誰に伝わりますか？',
        answer: (
          <p>
            配送会社には、お届けと集荷に必要な分だけを伝えます。寄付先の団体には、受領証明書の発行とお礼に必要な分だけを伝えます。詳しくは
            <Link to="/privacy">プライバシーポリシー</Link>をご覧ください。
          </p>
        ),
      },
      {
        id: 'pledge',
        question: '#mypledge とは何ですか？',
        answer: (
          <p>
            寄付した方が、手放した一着の思い出や団体への応援を、写真と一緒につづるページです。書くかどうかは自由で、本名を出す必要はありません。寄付金額は、ご自身が出すと決めたときだけ表示されます。
            <Link to="/my-pledge">みんなの #mypledge</Link>をのぞいてみてください。
          </p>
        ),
      },
    ],
  },
];
