import { adminPath } from '#app/admin/admin-path.ts';
import { useSession } from '#app/session/session.ts';
import { useQuery } from '#app/session/use-query.ts';
import { Link } from '#app/ui/links/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { may } from '#domain/auth/permissions.ts';
import type { WaitingPayout } from '#domain/funds/fund.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

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
