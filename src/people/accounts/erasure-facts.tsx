import { identityCheckFromYen } from '#giving/applications/application-state.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { dealerLedgerYears, donationRecordYears } from '#people/legal/legal-retention.ts';

/** The data that is erased, anonymised, or kept by law when an account is closed. */
export function ErasureFacts() {
  return (
    <div className="space-y-6">
      <ErasureFact title="すぐに消去するもの">
        <li>アカウント（お名前、ご住所、電話番号、メールアドレス、パスワード）</li>
        <li>プロフィールと画像、#mypledgeの文章と写真（公開中のものも見えなくなります）</li>
        <li>お送りしたメールの控え、お問い合わせの内容、ログインの記録</li>
      </ErasureFact>
      <ErasureFact title="お名前を外して残すもの">
        <li>寄付にならなかったお申し込みの件数とお品物の種類（統計のため）</li>
        <li>まだ箱を発送していないお申し込みは、取り消しになります</li>
      </ErasureFact>
      <ErasureFact title="法令により、お名前とともに残すもの">
        <li>
          寄付の記録と受領証明書（お名前、ご住所、金額、日付）：寄付の翌年から{donationRecordYears}
          年間、税務の帳簿として
        </li>
        <li>
          {formatYen(identityCheckFromYen)}
          円以上の買取の記録（お名前、ご住所、生年月日、ご職業、本人確認）：買取の翌年から
          {dealerLedgerYears}年間、古物営業法の帳簿として
        </li>
        <li>期間が過ぎると、自動で消去します。ふりがな、電話番号、メールアドレスは残しません。</li>
      </ErasureFact>
      <p>
        退会のあとは、メールをお送りしません。受領証明書の再発行もできなくなりますので、必要な方は
        <Link to="/mypage/account" className="text-coral-dark underline">
          個人データの書き出し
        </Link>
        と、証明書の保存を先にお済ませください。
      </p>
    </div>
  );
}

function ErasureFact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-lg">{title}</h2>
      <ul className="list-disc space-y-1 pl-6">{children}</ul>
    </section>
  );
}
