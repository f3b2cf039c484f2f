import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/identity-check-page.ts';
import { LazyIdentityCheck } from './lazy-identity-check.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '本人確認',
    description: '買取寄付の本人確認に必要な書類をお送りいただけます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [
    { label: 'マイページ', to: '/mypage' },
    { label: '寄付の履歴', to: '/mypage/donation-history' },
    { label: '本人確認' },
  ],
};

/** The page where a donor sends the papers of an application on hold and follows their check. */
export default function IdentityCheckPage({ params: { appraisalId } }: Route.ComponentProps) {
  const person = usePerson();
  return (
    <div className="plain-headings page-container min-h-dvh py-10">
      <h1 className="mb-6">本人確認</h1>
      <LazyIdentityCheck whose={person?.uid} appraisalId={appraisalId} />
      <p className="mt-6">
        <Link to="/mypage/donation-history" className="text-coral-dark underline">
          寄付の履歴へ戻る
        </Link>
      </p>
    </div>
  );
}
