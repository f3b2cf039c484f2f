import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import type { ReceiptVerdict } from '#domain/receipts/receipt.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

const heads = {
  valid: { title: 'この証明書は有効です', icon: 'success', color: 'text-leaf' },
  void: { title: 'この証明書は無効です', icon: 'alert', color: 'text-error' },
  unknown: { title: '証明書が見つかりませんでした', icon: 'alert', color: 'text-error' },
} as const;

/** Whether a receipt is valid, with the paper's facts to compare; no personal data. */
export function ReceiptAnswer({ verdict }: { verdict: ReceiptVerdict }) {
  const { title, icon, color } = heads[verdict.verdict];
  return (
    <Card>
      <p className={`flex items-center gap-2 text-lg font-bold ${color}`}>
        <Icon name={icon} className="size-6" />
        {title}
      </p>
      {verdict.verdict === 'unknown' ? (
        <p className="mt-2">
          番号と確認コードの組み合わせが正しくありません。証明書のとおりに入力されているか、お確かめください。
        </p>
      ) : (
        <Facts {...verdict} />
      )}
    </Card>
  );
}

function Facts(paper: Exclude<ReceiptVerdict, { verdict: 'unknown' }>) {
  const { number, kind, associateName, year, amountYen, issuedAt, reissueOf, isReissued } = paper;
  const facts = [
    ['証明書番号', number],
    ['発行した団体', associateName],
    ['種類', kind === 'year' ? `${year}年分をまとめた証明書` : '一回の寄付の証明書'],
    ['寄付金額', `${formatYen(amountYen)}円`],
    ['発行日', formatDate(issuedAt)],
    ...(reissueOf ? [['再発行', `番号 ${reissueOf} の再発行です`]] : []),
  ];
  return (
    <>
      <p className="mt-2">
        {paper.verdict === 'void'
          ? 'もとになった寄付の記録が、発行のあとに変わりました。'
          : 'お手元の証明書と、次の内容が同じかどうかをお確かめください。'}
        {isReissued && 'この証明書は再発行されています。両方をあわせて使うことはできません。'}
      </p>
      <dl className="mt-4 border-t border-dashed border-input">
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid gap-x-6 border-b border-dashed border-line py-2 narrow:grid-cols-[140px_1fr]"
          >
            <dt className="text-ink-2">{label}</dt>
            <dd className="min-w-0 font-bold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
