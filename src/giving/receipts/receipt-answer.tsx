import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ReceiptVerdict } from './receipt.ts';

const heads = {
  valid: { title: 'この証明書は有効です', icon: 'success', color: 'text-leaf' },
  replaced: { title: 'この証明書は、差し替えのため無効です', icon: 'alert', color: 'text-error' },
  void: { title: 'この証明書は無効です', icon: 'alert', color: 'text-error' },
  unknown: { title: 'この証明書の記録は見つかりません', icon: 'alert', color: 'text-error' },
} as const;

/** Whether a receipt is valid, with the printed facts to compare; no personal data. */
export function ReceiptAnswer({ verdict }: { verdict: ReceiptVerdict }) {
  const { title, icon, color } = heads[verdict.verdict === 'known' ? verdict.state : 'unknown'];
  return (
    <Card>
      <p className={`flex items-center gap-2 text-lg font-bold ${color}`}>
        <Icon name={icon} className="size-6" />
        {title}
      </p>
      {verdict.verdict === 'unknown' ? (
        <p className="mt-2 [word-break:auto-phrase]">
          番号と確認コードが、証明書のとおりに入力されているかをお確かめください。そのとおりでも見つからないときは、この番号とコードの証明書は、たすきの記録にありません。お手元の証明書について、
          <Link to="/contact" className="underline">
            たすきの運営
          </Link>
          へお問い合わせください。
        </p>
      ) : (
        <Facts {...verdict} />
      )}
    </Card>
  );
}

function Facts(paper: Exclude<ReceiptVerdict, { verdict: 'unknown' }>) {
  const { number, kind, associateName, year, amountYen, issuedAt, replaces } = paper;
  const { state, endedAt, endReason, replacedBy } = paper;
  const facts = [
    ['証明書番号', number],
    ['発行した団体', associateName],
    ['種類', kind === 'year' ? `${year}年分をまとめた証明書` : '一回の寄付の証明書'],
    ['寄付額', `${formatYen(amountYen)}円`],
    ['発行日', formatDate(issuedAt)],
    ...(replaces.length > 0 ? [['前の証明書', `番号 ${replaces.join('、')}`]] : []),
    ...(endedAt ? [['無効になった日', formatDate(endedAt)]] : []),
    ...(replacedBy ? [['替わりの証明書', `番号 ${replacedBy}`]] : []),
  ];
  return (
    <>
      <p className="mt-2">
        {state === 'valid'
          ? 'お手元の証明書と、次の内容が同じかどうかをお確かめください。'
          : `${endReason}、お使いになれません。無効になった証明書が、有効に戻ることはありません。`}
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
