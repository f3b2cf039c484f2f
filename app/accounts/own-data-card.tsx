import { SubmitError } from '#app/forms/submit-error.tsx';
import { apiResponse } from '#app/session/api.ts';
import { useDownload } from '#app/session/use-download.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/links/link.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { AccountCard } from './account-card.tsx';

/** The export of one's own data, and the way to close the account. */
export function OwnDataCard() {
  const submission = useDownload(
    (_: object, signal) => apiResponse('/api/users/export', { method: 'POST', signal }),
    { fileName: 'tasuki.zip', onDone: () => showToast('個人データを書き出しました。') },
  );
  return (
    <AccountCard title="あなたのデータ">
      <p className="mt-1">
        お預かりしている内容を、まとめて書き出せます。表計算ソフトで開けるCSV、プログラム向けのJSON、お送りになった画像が、1つのZIPファイルに入ります。
      </p>
      <div className="mt-4 space-y-4">
        <Button variant="outline" isBusy={submission.isPending} onClick={() => submission.send({})}>
          <Icon name="download" />
          {submission.isPending ? '書き出しています' : '個人データを書き出す'}
        </Button>
        {submission.progress}
        <SubmitError message={submission.message} />
      </div>
      <div className="stitch my-6" />
      <p>退会すると、アカウントと個人データを消去します。</p>
      <Link
        to="/mypage/account/erase"
        className="mt-2 inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
      >
        退会の手続きへ進む
      </Link>
    </AccountCard>
  );
}
