import { useSession } from '#app/session/session.ts';
import { Link } from '#app/ui/links/link.tsx';
import { may } from '#domain/auth/permissions.ts';

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
