import { useQuery } from '#kit/client/use-query.ts';
import { adminPath } from '#kit/lists/admin-path.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { WaitingPayout } from '#money/funds/fund.ts';
import { useSession } from '#people/session/session.ts';

/** A fund's pay-outs that wait for a second person's approval. */
export function WaitingPayouts({ path }: { path: string }) {
  const { value } = useQuery<{ items: WaitingPayout[] }>(`${path}/waiting`);
  const { role } = useSession();
  if (!value || value.items.length === 0) return null;
  return (
    <Notice title="承認を待っている支払いがあります">
      <ul className="mt-1 grid gap-1">
        {value.items.map(({ id, associateName, amountYen, askedBy, askedAt }) => (
          <li key={id} className="wrap-anywhere">
            {associateName}　{formatYen(amountYen)}円（{askedBy}　{formatDateTime(askedAt)}）
          </li>
        ))}
      </ul>
      {may(role, 'approvals.decide') && (
        <Link
          to={adminPath('approvals')}
          className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
        >
          承認待ちへ
        </Link>
      )}
    </Notice>
  );
}
