import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { deductionFloorYen } from '#giving/tax-deduction/deduction-floor.ts';
import { formatYen } from '#kit/values/yen.ts';
import { costDayRule } from '#money/ledger/cost-words.ts';
import type { QuestionsContent } from './site-content.ts';

/**
 * Built-in questions and answers, which follow the product's rules. Values that the operator sets
 * (docs/product.md, Ways to give) are placeholders {{name}}, filled in when shown.
 */
export const builtInQuestions: QuestionsContent = {
  groups: [
    {
      id: 'money',
      title: '寄付とお金のこと',
      questions: [
        {
          id: 'cost',
          question: '送る人に、費用はかかりませんか？',
          answer:
            'はい。箱代、箱をお届けする送料、お送りいただく送料、査定料をいただくことはありません。値段が一つもつかなかったときも、あとから請求することはありません。',
        },
        {
          id: 'fee',
          question: '寄付額から、手数料は引かれますか？',
          answer: `寄付額は、査定額と同じです。運営者が加算するときは、その額を足します。取り決めにより団体や基金が負担する費用があるときは、それを引いた額が届きます。{{costOfAssociates}}{{costOfFunds}}

割合と額は、団体のページとお申し込みの画面でご覧いただけます。${costDayRule}運営者は、この費用と、お品物が売れた金額と査定額との差を、送料や査定などに充てます。金額の例は[たすきについて](/about-service#money)で詳しく説明しています。`,
        },
        {
          id: 'low',
          question: '査定額が思ったより安いのは、なぜですか？',
          answer:
            '査定額は、お店の値札ではなく、検品や手入れ、保管、発送の費用と、売れ残る分を見込んだ金額だからです。買ったときの値段や思い出の深さは、残念ながら反映できません。お品物ごとの値段と理由をお知らせしますので、ご納得いただけないことがあれば、遠慮なくお尋ねください。',
        },
        {
          id: 'zero',
          question: '査定額が0円だったら、どうなりますか？',
          answer:
            '寄付は成立せず、受領証明書も発行されません。費用のご負担もありません。お品物は古着としての再利用や、布の原料としてのリサイクルにまわし、行き先と理由を、明細またはお問い合わせでお知らせします。',
        },
        {
          id: 'which',
          question: '団体への寄付と、基金への寄付は、何が違いますか？',
          answer:
            '団体への寄付では、査定額が、選んだ団体への寄付になります。基金への寄付（買取寄付）では、運営者がお品物を買い取り、その代金が、選んだ社会課題の基金への寄付になります。基金はその課題に取り組む団体の活動に使われ、受領証明書は発行されません。[違いの一覧](/about-service#ways)もご覧ください。',
        },
        {
          id: 'remittance',
          question: '寄付が本当に届いたか、確かめられますか？',
          answer:
            '団体へ届いたときにメールでお知らせし、「寄付の履歴」にも日付が残ります。基金から届けた分は、社会課題のページでも公開しています。成立した寄付の集計（送金前を含む）は[寄付の実績](/achievements)で公開しています。',
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
          answer:
            '送れます。洗濯済みで、人に譲れる状態なら、どうぞ箱に入れてください。例は[寄付できるもの](/about-service/donatable)にまとめています。',
        },
        {
          id: 'not-accepted',
          question: '送ってはいけないものはありますか？',
          answer:
            '下着や汚れのひどいもの、制服、偽物、現金や身分証などは、お受けできません。理由もあわせて[寄付できないもの](/about-service/undonatable)でご確認ください。',
        },
        {
          id: 'unpriced',
          question: '値段がつかなかったものは、捨てられてしまうのですか？',
          answer:
            'まず古着として次に着る人を、次に布や繊維の原料としての使い道を探します。どうしても使えないものだけを、法令に沿って処分します。行き先と理由は「寄付の履歴」の明細に載せます。明細のない査定では、お問い合わせいただければお知らせします。',
        },
        {
          id: 'return',
          question: '値段のつかなかったものを、返してもらえますか？',
          answer:
            '原則として、お送りいただいたお品物はお返しできません。手元に残したいものは、箱に入れないでください。間違って入れた貴重品や身分証などは、見つけ次第ご連絡し、運営者の負担でお返しします。',
        },
        {
          id: 'gold',
          question: '壊れたアクセサリーや、片方だけのピアスも送れますか？',
          answer:
            '送れます。金、プラチナ、銀は、重さと純度で値段がつきます。[金・貴金属の寄付](/about-service/donatable/gold)をご覧ください。',
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
          answer:
            'お申し込みの{{firstDay}}日後から{{lastDay}}日後までの間で、お好きな日と時間帯を選べます。{{closedDaysRule}}お急ぎの方は「希望なし」をお選びください。いちばん早い日にお届けします。',
        },
        {
          id: 'boxes',
          question: '箱はいくつまで申し込めますか？',
          answer:
            '一度に{{maxBoxes}}箱までです。いくつか迷うときは、1箱からどうぞ。足りなければ、もう一度お申し込みいただけます。',
        },
        {
          id: 'postage',
          question: '送料は、誰が払いますか？',
          answer:
            '往復とも、お送りいただく方のご負担はありません。お届けする着払いの伝票をお使いください。ほかの伝票や元払いで送られた送料は、あとからお返しできません。',
        },
        {
          id: 'half',
          question: '箱がいっぱいになりません。送ってもいいですか？',
          answer:
            'かまいません。お品物が動かないように、新聞紙などですき間を埋めてください。入りきらないときは、もう1箱お申し込みください。',
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
          answer:
            '箱を発送するまでは、いつでも無料でキャンセルできます。「寄付の履歴」、控えのメールのリンク、または[箱のキャンセル](/cancel)のページからお手続きください。',
        },
        {
          id: 'cancel-late',
          question: '箱が届いたあとで、気が変わりました。',
          answer:
            'お品物を送らずに、[お問い合わせ](/contact)からお知らせください。お品物が届いたあとでも、査定が終わる前なら、できるかぎり対応します。このときの返送の送料は、ご負担をお願いすることがあります。寄付が成立したあとは取り消せません。',
        },
        {
          id: 'address',
          question: '引っ越しで、お届け先が変わりました。',
          answer:
            '箱を発送する前なら、「寄付の履歴」か控えのメールのリンクから、ご自分で変更できます。発送したあとは、お早めにお問い合わせください。',
        },
        {
          id: 'no-mail',
          question: '控えのメールが届きません。',
          answer:
            '迷惑メールのフォルダーと、受信の設定をご確認ください。会員の方は「寄付の履歴」でも内容を見られます。どちらも見つからないときは、メールアドレスの入力間違いかもしれません。[お問い合わせ](/contact)ください。',
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
          answer: '基金への買取寄付は、{{sellerAge}}歳以上の方に限ります。{{giftAgeRule}}',
        },
        {
          id: 'identity-check',
          question: '本人確認は必要ですか？',
          answer: `団体への寄付では必要ありません。基金への買取寄付は中古品の買取にあたるため、合計が${formatYen(identityCheckFromYen)}円以上になると、古物営業法により本人確認が必要です。確認が済むまで寄付は保留になりますが、お品物は大切にお預かりします。法律で認められた方法に限られるため（身分証の写真を送るだけでは足りません）、書類を2点お送りいただいたうえで、そのご住所へ、転送不要の簡易書留でお手紙をお送りします。手順はメールでご案内します。`,
        },
        {
          id: 'birth',
          question: '生年月日や職業を聞くのは、なぜですか？',
          answer:
            '中古品を買い取るときに確かめ、記録することが、古物営業法で求められているためです。基金への買取寄付でだけお尋ねし、ほかの目的には使いません。',
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
          answer: `「控除対象」の印がある団体への寄付は、確定申告をすると税金が戻ることがあります。年間の寄付の合計のうち${formatYen(deductionFloorYen)}円までは対象になりません。目安は[控除の計算](/tax-deduction#calculator)でお確かめいただけます。`,
        },
        {
          id: 'receipt',
          question: '受領証明書は、誰がいつ発行しますか？',
          answer: `${receiptRule.who}\n\n${receiptRule.how}証明書のお名前とご住所は、お申し込みの内容になります。\n\n${receiptRule.day}\n\n${receiptRule.sum}`,
        },
        {
          id: 'certification',
          question: '前は控除対象だった団体に、印がありません。',
          answer:
            '認定NPO法人などの認定には有効期間があります。期間の切れた団体や、有効な認定を確かめられない団体には印をつけず、その間に団体へ届いた寄付には、控除に使える証明書を発行できません。認定が更新されれば、また印がつきます。印がつく前でも、認定が有効だった日に団体へ届いた寄付の証明書は発行できます。',
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
          answer:
            '登録しなくても申し込めます。登録すると、お申し込みの状況や寄付の履歴、受領証明書がまとめて見られ、次のお申し込みでは入力の手間が省けます。お申し込みのあとでも、控えのメールにあるリンクから登録できます。',
        },
        {
          id: 'privacy',
          question: '名前や住所は、誰に伝わりますか？',
          answer:
            '配送会社には、お届けと集荷に必要な分だけを伝えます。寄付先の団体には、受領証明書の発行とお礼に必要な分だけを伝えます。詳しくは[プライバシーポリシー](/privacy)をご覧ください。',
        },
        {
          id: 'pledge',
          question: '#mypledgeとは何ですか？',
          answer:
            '寄付した方が、手放した一着の思い出や団体への応援を、写真と一緒につづるページです。書くかどうかは自由で、本名を出す必要はありません。寄付額は、ご自身が出すと決めたときだけ表示されます。[みんなの#mypledge](/my-pledge)をのぞいてみてください。',
        },
      ],
    },
  ],
};
