import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import type { OwnPledge } from './pledge.ts';

/** Tells the author why a pledge is withheld and what they can do. */
export function WithheldPledge({ pledge: { text, withheldReason } }: { pledge: OwnPledge }) {
  return (
    <div className="space-y-6">
      <Notice kind="error" title="運営者が公開を止めています">
        <p className="whitespace-pre-wrap wrap-anywhere">理由：{withheldReason}</p>
        <p className="mt-2">
          公開のページと一覧には表示されません。内容を直して公開したいときは、
          <Link to="/contact" className="underline">
            お問い合わせください
          </Link>
          。
        </p>
      </Notice>
      <Card>
        <Paragraphs text={text} />
      </Card>
    </div>
  );
}
