import { Link } from '#kit/ui/links/link.tsx';
import { whyIdentity } from './identity-check.ts';
import { paperRetention } from './paper-retention.ts';

const steps = [
  'この画面から、書類を2点お送りいただきます。',
  '運営者が、お申し込みの内容と合っているかを確かめます。',
  '書類に書かれたご住所へ、転送不要の簡易書留でお手紙をお送りします。',
  'お手紙が届いたことを確かめると、寄付が成立します。メールでお知らせします。',
];

/** Why papers are required, what happens to them, and when they are deleted. */
export function CheckExplained() {
  return (
    <div className="space-y-5">
      <div>
        <h2 className="font-sans text-lg">なぜ必要なのですか</h2>
        <p className="mt-1">
          {whyIdentity}確認が済むまで寄付は保留になりますが、お品物は大切にお預かりしています。
        </p>
      </div>
      <div>
        <h2 className="font-sans text-lg">これからの流れ</h2>
        <ol className="mt-1 list-decimal space-y-1 pl-6">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div>
        <h2 className="font-sans text-lg">書類の取り扱い</h2>
        <ul className="mt-1 list-disc space-y-1 pl-6">
          <li>
            暗号化して保管し、運営の担当者だけが、確認のためだけに見ます。見た記録が残ります。
          </li>
          <li>写真からは、撮影した場所などの情報を取り除きます。</li>
          <li>確認が済んだ書類は、{paperRetention.approved}保存し、そのあと自動で消去します。</li>
          <li>
            差し戻した書類は{paperRetention.returned}し、確認が済まない書類は
            {paperRetention.waiting}で消去します。
          </li>
        </ul>
        <p className="mt-2">
          <Link to="/privacy" className="text-coral-dark underline">
            プライバシーポリシー
          </Link>
        </p>
      </div>
    </div>
  );
}
