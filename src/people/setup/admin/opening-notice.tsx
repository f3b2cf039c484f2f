import { useQuery } from '#kit/client/use-query.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { SetupState } from '#people/setup/setup-state.ts';

/** First notice of the admin area until the service opens: the progress, and a link to the next task. */
export function OpeningNotice() {
  const { value } = useQuery<SetupState>('/api/office/setup');
  if (!value || value.isOpen) return null;
  const required = value.checks.filter(({ isRequired }) => isRequired);
  const done = required.filter(({ isDone }) => isDone).length;
  return (
    <div className="mb-5">
      <Notice title="サービスはまだ開いていません">
        必要な準備は{required.length}件のうち{done}件が済みました。
        <Link to="/admin/setup" className="inline-flex min-h-11 items-center underline">
          開設の準備へ
        </Link>
      </Notice>
    </div>
  );
}
