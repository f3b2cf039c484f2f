import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { formatYen } from '#kit/values/yen.ts';
import { dealerLedgerYears, donationRecordYears } from '#people/legal/legal-retention.ts';
import { useSession } from '#people/session/session.ts';
import { eraseAccount } from '#people/session/sign-in.ts';
import { OwnPassword } from '#people/sign-in/sign-in.ts';
import type { Route } from './+types/erase-page.ts';
import { AccountScreen } from './edit-screen.tsx';
import { type OwnAccount, useOwnAccount } from './own-account.ts';
import { ReSignIn } from './re-sign-in.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '退会',
    description: 'アカウントを閉じ、個人データを消去します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: '退会' };

/** Closing the account: what happens to the data, then the re-authentication. */
export default function AccountErase() {
  const own = useOwnAccount();
  return (
    <AccountScreen title="退会" lead="お手続きの前に、次のことをお確かめください。">
      <Card className="space-y-8">
        <ErasureFacts />
        <div className="stitch" />
        <EraseForm own={own} />
      </Card>
    </AccountScreen>
  );
}

/** The data that is erased, anonymised, or kept by law when an account is closed. */
function ErasureFacts() {
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

const understood = z.literal(true, '内容をお確かめのうえ、チェックを入れてください。');
const ByPassword = z.object({ password: OwnPassword.shape.password, understood });
const ByProvider = z.object({ understood });
type Entry = { password?: string; understood: true };

/** Closes the account after a re-authentication, then shows the goodbye page. */
export function EraseForm({ own }: { own: OwnAccount }) {
  const navigate = useNavigate();
  const { uid } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<{ password: string; understood: boolean }, Entry>({
    schema: own.methods.hasPassword ? ByPassword : ByProvider,
    initial: { password: '', understood: false },
    onInvalid: showMessage,
  });
  const submission = useSubmission(({ password }: Entry) => eraseAccount({ password }), {
    form,
    onDone() {
      setLeaving(true);
      // The goodbye page ends the session, because it does not require a signed-in person.
      navigate('/goodbye', { replace: true, state: { erasedUid: uid } });
    },
  });
  const isBusy = submission.isPending || isLeaving;
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <ReSignIn own={own} form={form} path="password" screen="erase" />
      <Checkbox
        form={form}
        path="understood"
        label="消去した内容は元に戻せないことを確認しました"
        required
      />
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to="/mypage/account" variant="outline">
          退会しない
        </ButtonLink>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? '手続きをしています' : '退会する'}
        </Button>
      </div>
    </Form>
  );
}
