import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { FactList } from '#kit/ui/fact-list.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import type { Route } from './+types/cancel-page.ts';

export const handle = { breadcrumb: '箱のキャンセル' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '箱のキャンセル',
    description:
      '箱を発送するまでは、申込番号とメールアドレスで、お申し込みを取り消せます。理由はお尋ねしません。費用もかかりません。',
  });

const CancelForm = lazyPart(() => import('./cancel-form.tsx').then((part) => part.CancelForm));

/** Cancels an application by its number and e-mail until its kit is sent. */
export default function Cancel() {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>箱のキャンセル</h1>
        <p className="mt-3 mb-8 [word-break:auto-phrase]">
          お申し込みの当日から、箱を発送するまでの間、いつでも取り消せます。理由はお尋ねしません。費用もかかりません。
        </p>
        <Lazy>
          <CancelForm />
        </Lazy>
        <h2 className="mt-14 mb-4">ほかの方法と、発送のあと</h2>
        <FactList
          facts={[
            [
              'メールのリンクから',
              <>
                受付のメールにある「お申し込みの状況を見る」のリンクを開くと、
                <Link to="/application-status" className="underline">
                  お申し込みの状況
                </Link>
                の画面で、取り消しも、お届け先や希望日の変更もできます。番号の入力は必要ありません。
              </>,
            ],
            [
              '会員の方',
              <>
                ログインして
                <Link to="/mypage/donation-history" className="underline">
                  寄付の履歴
                </Link>
                からお手続きください。
              </>,
            ],
            [
              '箱が発送されたあと',
              <>
                この画面からは取り消せません。箱が届いても、お品物を送らずに
                <Link to="/contact" className="underline">
                  お問い合わせ
                </Link>
                ください。費用はかかりません。
              </>,
            ],
            [
              '番号がわからないとき',
              <>
                お名前と、お申し込みの日、メールアドレスを添えて
                <Link to="/contact" className="underline">
                  お問い合わせ
                </Link>
                ください。
              </>,
            ],
          ]}
        />
      </div>
    </div>
  );
}
