import { may } from '#kit/permissions/permissions.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { useSession } from '#people/session/session.ts';

/** An application's number, linked for those who may read the application. */
export function BoxNumber({ appraisalId }: { appraisalId: string }) {
  const { role } = useSession();
  if (appraisalId === '') return null;
  if (!may(role, 'applications.read')) {
    return <span className="whitespace-nowrap tabular-nums">{appraisalId}</span>;
  }
  return (
    <Link
      to={`/admin/applications/${appraisalId}`}
      className="whitespace-nowrap text-coral-dark tabular-nums underline underline-offset-4"
    >
      {appraisalId}
    </Link>
  );
}
