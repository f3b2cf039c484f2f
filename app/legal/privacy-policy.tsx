import { Link } from 'react-router';
import type { OutsideRecipient } from '#domain/legal/outside-recipient.ts';
import type { PublicFacts } from '#domain/service-facts/service-facts.ts';
import type { Article } from './legal-text.tsx';
import { OutsideRecipients } from './outside-recipients.tsx';
import { CollectedData, DataRecipients, RetentionTimes } from './personal-data-tables.tsx';
import { StoredInBrowser } from './stored-in-browser.tsx';

/**
 * The policy by 個人情報保護法 and the rules on 外部送信, with the recipients of browser requests.
 * The operator's counsel must approve it.
 */
export const privacyPolicy = (
  recipients: readonly OutsideRecipient[],
  { name, representative, address, privacyOfficer, privacyEmail }: PublicFacts,
): readonly Article[] => [
  {
    name: '事業者の名称と所在地',
    body: (
      <>
        <p>個人情報を取り扱う事業者は、次のとおりです（以下「運営者」といいます）。</p>
        <ul>
          <li>名称：{name}</li>
          <li>代表者：{representative}</li>
          <li>所在地：{address}</li>
          <li>管理の責任者：{privacyOfficer}</li>
        </ul>
      </>
    ),
  },
  {
    name: 'お預かりする情報',
    body: (
      <>
        <p>運営者は、次の情報を、ご本人から直接、適正な方法でお預かりします。</p>
        <CollectedData />
      </>
    ),
  },
  {
    name: '利用の目的',
    body: (
      <>
        <p>お預かりした情報は、次の目的だけに使います。</p>
        <ul>
          <li>お申し込みの受付、箱のお届けと集荷、査定、寄付と送金の手続き</li>
          <li>進み具合や結果のお知らせ、お問い合わせへの回答</li>
          <li>寄付先の団体の委託を受けて、受領証明書を作成すること</li>
          <li>古物営業法などの法令で求められる確認、記録、届け出</li>
          <li>会員の認証、寄付の履歴と #mypledge の表示</li>
          <li>希望された方への、半年ごとのご案内</li>
          <li>不正な利用の防止、障害への対応、個人を識別できない統計の作成</li>
        </ul>
        <p>目的を変えるときは、関連する範囲にとどめ、サイトでお知らせします。</p>
      </>
    ),
  },
  {
    name: '第三者への提供',
    body: (
      <>
        <p>
          運営者は、次のとおり、必要な情報だけを第三者に提供します。お申し込みのときに、これに同意していただきます。
        </p>
        <DataRecipients />
        <p>
          このほかには、人の命や財産を守るために必要なときなど、法律で認められた場合を除き、ご本人の同意なく提供することはありません。
        </p>
      </>
    ),
  },
  {
    name: '業務の委託',
    body: (
      <p>
        箱の発送、査定、サーバーの運用、メールの送信などを外部の事業者に委託し、必要な範囲で個人情報を預けることがあります。委託先は基準を設けて選び、契約を結び、取り扱いを監督します。
      </p>
    ),
  },
  {
    name: '外国での取り扱い',
    body: (
      <p>
        個人情報は日本国内で保存し、外国にある第三者へは提供しません。提供することになったときは、国の名前、その国の制度、相手の講じる措置をお知らせし、同意をいただきます。
        {recipients.length > 0 &&
          'ブラウザーから送られる閲覧の情報については、「外部への送信」の条に記します。'}
      </p>
    ),
  },
  {
    name: '安全のための措置',
    body: (
      <ul>
        <li>取り扱う者を限り、個人情報を見たときと変えたときの記録を残します。</li>
        <li>通信を暗号化し、本人確認の書類は暗号化して保存します。</li>
        <li>パスワードは、運営者にも元の文字がわからない形に変えて保存します。</li>
        <li>取り扱いの規則を定め、従業者を教育し、定期的に点検します。</li>
        <li>
          漏えいなどが起きたときは、速やかに調べ、個人情報保護委員会への報告とご本人への通知を行います。
        </li>
      </ul>
    ),
  },
  {
    name: '保存の期間',
    body: (
      <>
        <p>
          目的に必要な間と、法令で定められた期間（古物営業法の帳簿は3年間、税務の帳簿は7年間など）保存し、過ぎたものは消去します。入力の途中でおやめになった内容は、運営者には届きません。
        </p>
        <p>次の記録は、それぞれの期間が過ぎると、自動で消去します。</p>
        <RetentionTimes />
      </>
    ),
  },
  {
    name: '開示、訂正、利用の停止、削除',
    body: (
      <>
        <p>
          ご本人は、個人情報の利用目的の通知、開示、訂正、追加、削除、利用の停止、第三者への提供の停止、提供した記録の開示を求めることができます。お名前や住所は、
          <Link to="/mypage/account">アカウント設定</Link>
          から、ご自身でも直せます。お預かりしている内容の書き出しと、退会も、同じ画面からできます。
        </p>
        <p>
          請求は、下の窓口へメールでお寄せください。ご本人であることを確かめたうえで、遅れることなくお答えします。手数料はいただきません。法令で保存が求められる記録など、お応えできないときは、その理由をお伝えします。
        </p>
      </>
    ),
  },
  {
    name: 'ご相談と苦情の窓口',
    body: (
      <ul>
        <li>{privacyOfficer}</li>
        <li>
          メール：<span className="break-all">{privacyEmail}</span>
        </li>
        <li>
          <Link to="/contact">お問い合わせフォーム</Link>
          からも受け付けます。
        </li>
      </ul>
    ),
  },
  {
    name: 'Cookieと、ブラウザーへの保存',
    body: (
      <>
        <p>
          サイトは、次のものをお使いのブラウザーに保存します。広告のためのものはありません。ブラウザーの設定で消すことも、断ることもできますが、Cookieを断るとログインはできません。
        </p>
        <StoredInBrowser hasGoogle={recipients.some(({ kind }) => kind === 'ga4')} />
      </>
    ),
  },
  {
    name: '外部への送信',
    body: <OutsideRecipients recipients={recipients} />,
  },
  {
    name: '未成年の方の情報',
    body: (
      <p>
        18歳未満の方は、保護者の同意を得てから情報をお送りください。同意のないことがわかったときは、保護者にご連絡し、または情報を消去します。
      </p>
    ),
  },
  {
    name: 'この方針の変更',
    body: (
      <p>
        法令の改正やサービスの変更に合わせて、この方針を変えることがあります。大切な変更は、サイトやメールで前もってお知らせします。
      </p>
    ),
  },
];
