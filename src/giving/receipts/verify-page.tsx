import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import type { Route } from './+types/verify-page.ts';

export const handle = { breadcrumb: '受領証明書の確認' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '受領証明書の確認',
    description:
      '寄付金受領証明書に書かれた番号と確認コードで、証明書が有効かどうかを、どなたでも確かめられます。',
    isListed: false,
  });

const VerifyForm = lazyPart(() => import('./verify-form.tsx').then((part) => part.VerifyForm));

const LogCheck = lazyPart(() =>
  import('#money/public-log/log-check.tsx').then((part) => part.LogCheck),
);

/** Verifies a receipt, or a line of the public log, for anyone; linked from a receipt's QR code. */
export default function Verify() {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>受領証明書の確認</h1>
        <p className="mt-3 mb-8 [word-break:auto-phrase]">
          団体の委託でたすきが作成した寄付金受領証明書が有効かどうかを、番号と確認コードで確かめられます。寄付された方のお名前とご住所は表示されません。
        </p>
        <Lazy>
          <VerifyForm />
        </Lazy>
        <section id="log" className="mt-16 scroll-mt-6">
          <h2>お金の記録の確認</h2>
          <p className="mt-3 mb-8 [word-break:auto-phrase]">
            公開したお金の記録は、行ごとに署名して残し、あとから変えることができません。行の番号で、その行が署名された記録に含まれているかどうかを、この画面の中で計算して確かめます。ご自身の寄付は、寄付のページで受け取った控えで確かめられます。
          </p>
          <Lazy>
            <LogCheck />
          </Lazy>
          <p className="mt-6 text-sm text-ink-2">
            記録の全体は、
            <a href="/log/verify.mjs" className="underline" download>
              確かめるためのプログラム（verify.mjs）
            </a>
            とNode.jsだけで、どなたでも確かめられます。
          </p>
        </section>
        <p className="mt-8 text-sm text-ink-2">
          証明書の内容についてのご質問は、
          <Link to="/contact" className="underline">
            お問い合わせ
          </Link>
          ください。
        </p>
      </div>
    </div>
  );
}
