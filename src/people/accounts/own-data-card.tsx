import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import type { OwnProof } from '#people/sign-in/sign-in.ts';
import { AccountCard } from './account-card.tsx';
import type { OwnAccount } from './own-account.ts';
import { ReSignInDialog } from './re-sign-in-form.tsx';

/** The export of the person's data after a re-authentication, and the link to close the account. */
export function OwnDataCard({ own }: { own: OwnAccount }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountCard title="あなたのデータ">
      <p className="mt-1">
        お預かりしている内容を、まとめて書き出せます。表計算ソフトで開けるCSV、プログラム向けのJSON、お送りになった画像が、1つのZIPファイルに入ります。
      </p>
      <div className="mt-4">
        <Button variant="outline" onClick={() => setAsking(true)}>
          <Icon name="download" />
          個人データを書き出す
        </Button>
      </div>
      <ReSignInDialog
        own={own}
        screen="account"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="個人データを書き出しますか？"
        action="書き出す"
        send={exportOwnData}
        onDone={() => {
          setAsking(false);
          showToast('個人データを書き出しました。');
        }}
      >
        <p>
          ご住所や寄付の記録が入ったファイルです。ほかの方の手に渡らないところに保存してください。
        </p>
      </ReSignInDialog>
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

async function exportOwnData(body: OwnProof): Promise<void> {
  const response = await apiResponse('/api/users/export', { body });
  saveFile(await response.blob(), fileNameOf(response, 'tasuki.zip'));
}
